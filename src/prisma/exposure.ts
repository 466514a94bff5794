import type { Report } from '../diagnostic/report.js'
import { listed, quoted } from '../diagnostic/words.js'
import type { Span } from '../source/source.js'
import { foreignKeysOf, isColumn, type Model } from './datamodel.js'
import { keptBack } from './wire-names.js'

/** Whether an unnamed field is exposed, or why not: it is a key, or its name suggests a secret. */
export type Exposure = 'exposed' | 'key' | 'secret'

/**
 * The exposure of each unnamed field of a model. `attributes: all`, the annotations of a Prisma schema and `init` use
 * it, so they agree.
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

/** Notes columns and relations that have a different name in the API because their own is reserved or taken (JG805). */
export function noteRenamed(
  model: Model,
  renamed: ReadonlyMap<string, string>,
  { at, cure, report }: { readonly at: Span; readonly cure: string; readonly report: Report },
): void {
  for (const [field, name] of renamed) {
    const what = isColumn(model.fields.get(field)) ? 'Column' : 'Relation'
    const message = `${what} ${quoted(field)} of ${model.name} is exposed as ${quoted(name)}, because its own name is reserved or taken`
    report.add('JG805', at, message, { help: cure })
  }
}

/** Notes a model's columns that were omitted because their names suggest secrets, and how to expose them (JG801). */
export function noteLeftOut(
  model: Model,
  leftOut: ReadonlyMap<string, Exposure>,
  { at, cure, report }: { readonly at: Span; readonly cure: string; readonly report: Report },
): void {
  const secret = [...leftOut].filter(([, each]) => each === 'secret').map(([name]) => quoted(name))
  if (secret.length === 0) return
  const why =
    secret.length === 1
      ? 'is omitted, because its name suggests a secret'
      : 'are omitted, because their names suggest secrets'
  report.add('JG801', at, `${listed(secret)} of ${model.name} ${why}`, { help: cure })
}
