import type { DeprecationSchema } from '../schema/schema.js'
import { object, text, type Member } from './layout/code.js'
import type { Doc } from './layout/doc.js'

/** The member `deprecated` in the options of a part; none if the part is not deprecated. */
export function deprecatedMember(deprecated: DeprecationSchema | undefined): readonly Member[] {
  return deprecated ? [{ key: 'deprecated', value: deprecationText(deprecated) }] : []
}

/** A deprecation as an object. */
export function deprecationText({ since, sunset, use }: DeprecationSchema): Doc {
  return object([
    { key: 'since', value: text(since) },
    ...(sunset === undefined ? [] : [{ key: 'sunset', value: text(sunset) }]),
    ...(use === undefined ? [] : [{ key: 'use', value: text(use) }]),
  ])
}
