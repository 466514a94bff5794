import type { Report } from '../diagnostic/report.js'
import { listed, quoted } from '../diagnostic/words.js'
import type { Span } from '../source/source.js'
import { foreignKeysOf, isColumn, type Model } from './datamodel.js'
import { keptBack } from './wire-names.js'

/** Whether a field is exposed where nobody names it, or why not: it is a key, or sounds secret. */
export type Exposure = 'exposed' | 'key' | 'secret'

/**
 * What becomes of each field of a model where nobody names it. `attributes: all`, the annotations of a Prisma schema and
 * `init` ask here, so that they agree.
 */
export function exposuresOf(model: Model): ReadonlyMap<string, Exposure> {
  const keys = foreignKeysOf(model)
  return new Map(
    [...model.fields.values()].map((field): [string, Exposure] => [
      field.name,
      keptBack(field, model, keys) ?? 'exposed',
    ]),
  )
}

/** Says which columns or relations have other names on the wire than their own, which are reserved or taken (JG805). */
export function noteRenamed(
  model: Model,
  renamed: ReadonlyMap<string, string>,
  { at, cure, report }: { readonly at: Span; readonly cure: string; readonly report: Report },
): void {
  for (const [field, name] of renamed) {
    const what = isColumn(model.fields.get(field)) ? 'Column' : 'Relation'
    const message = `${what} ${quoted(field)} of ${model.name} is exposed as ${quoted(name)}: its own name is reserved or taken`
    report.add('JG805', at, message, { help: cure })
  }
}

/** Says which columns of a model were left out because they sound secret, and how they are exposed (JG801). */
export function noteLeftOut(
  model: Model,
  leftOut: ReadonlyMap<string, Exposure>,
  { at, cure, report }: { readonly at: Span; readonly cure: string; readonly report: Report },
): void {
  const secret = [...leftOut].filter(([, each]) => each === 'secret').map(([name]) => quoted(name))
  if (secret.length === 0) return
  const sound = secret.length === 1 ? 'sounds' : 'sound'
  report.add('JG801', at, `${listed(secret)} of ${model.name} ${sound} secret, and so left out`, {
    help: cure,
  })
}
