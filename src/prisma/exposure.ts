import type { Report } from '../diagnostic/report.js'
import { listed, quoted } from '../diagnostic/words.js'
import type { Span } from '../source/source.js'
import { foreignKeysOf, type Model } from './datamodel.js'
import { keptBack, wireNamesOf } from './wire-names.js'

/** Whether a field is exposed where nobody names it, or why not: it is a key, sounds secret, or is a relation without a name. */
export type Exposure = 'exposed' | 'key' | 'secret' | 'name'

/**
 * What becomes of each field of a model where nobody names it. `attributes: all`, the annotations of a Prisma schema and
 * `init` ask here, so that they agree.
 */
export function exposuresOf(model: Model): ReadonlyMap<string, Exposure> {
  const keys = foreignKeysOf(model)
  const names = wireNamesOf(model)
  return new Map(
    [...model.fields.values()].map((field): [string, Exposure] => [
      field.name,
      keptBack(field, model, keys) ?? (names.has(field.name) ? 'exposed' : 'name'),
    ]),
  )
}

/** Says which columns have other names on the wire than their own, which are reserved or taken (JG805). */
export function noteRenamed(
  model: Model,
  renamed: ReadonlyMap<string, string>,
  { at, cure, report }: { readonly at: Span; readonly cure: string; readonly report: Report },
): void {
  for (const [column, name] of renamed) {
    const message = `Column ${quoted(column)} of ${model.name} is exposed as ${quoted(name)}: its own name is reserved or taken`
    report.add('JG805', at, message, { help: cure })
  }
}

/** Says which fields of a model were left out, and how they are exposed (JG801, JG802). */
export function noteLeftOut(
  model: Model,
  leftOut: ReadonlyMap<string, Exposure>,
  { at, cure, report }: { readonly at: Span; readonly cure: string; readonly report: Report },
): void {
  const named = (exposure: Exposure): readonly string[] =>
    [...leftOut].filter(([, each]) => each === exposure).map(([name]) => quoted(name))
  const secret = named('secret')
  const unnamed = named('name')
  if (secret.length > 0) {
    const sound = secret.length === 1 ? 'sounds' : 'sound'
    report.add('JG801', at, `${listed(secret)} of ${model.name} ${sound} secret, and so left out`, {
      help: cure,
    })
  }
  if (unnamed.length > 0) {
    const what =
      unnamed.length === 1 ? 'is no name that a sideload can have' : 'are no names that sideloads can have'
    report.add('JG802', at, `${listed(unnamed)} of ${model.name} ${what}, and so left out`)
  }
}
