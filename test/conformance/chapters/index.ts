import type { Chapter } from '../support/clause.js'
import { atomic } from './atomic.js'
import { creating } from './creating.js'
import { cursors } from './cursors.js'
import { deleting } from './deleting.js'
import { documents } from './documents.js'
import { errors } from './errors.js'
import { extensions } from './extensions.js'
import { fetching } from './fetching.js'
import { fieldsets } from './fieldsets.js'
import { filtering } from './filtering.js'
import { inclusion } from './inclusion.js'
import { links } from './links.js'
import { negotiation } from './negotiation.js'
import { pagination } from './pagination.js'
import { parameters } from './parameters.js'
import { relationships } from './relationships.js'
import { resources } from './resources.js'
import { sorting } from './sorting.js'
import { updating } from './updating.js'

/** The specification as a table: the chapters of JSON:API 1.1 in their order, then the extension and the profile. */
export const chapters: readonly Chapter[] = [
  negotiation,
  documents,
  resources,
  links,
  fetching,
  inclusion,
  fieldsets,
  sorting,
  pagination,
  filtering,
  creating,
  updating,
  relationships,
  deleting,
  parameters,
  errors,
  extensions,
  atomic,
  cursors,
]
