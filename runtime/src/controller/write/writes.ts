import { type Loader, loaderOf } from '../../base/loader.js'
import type * as Documents from '../../write/persist/write-document.js'
import type * as Relationships from './change-relationship.js'
import type * as Rendering from './render-write.js'

/** The code of writes, which the first request of any kind starts loading. */
export const writes: Loader<typeof Documents & typeof Relationships & typeof Rendering> = loaderOf(
  async () => {
    const [documents, relationships, rendering] = await Promise.all([
      import('../../write/persist/write-document.js'),
      import('./change-relationship.js'),
      import('./render-write.js'),
    ])
    return { ...documents, ...relationships, ...rendering }
  },
)
