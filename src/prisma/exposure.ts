import type { Report } from '../diagnostic/report.js'
import { listed, quoted } from '../diagnostic/words.js'
import { foldedName } from '../schema/check/fields.js'
import { isMemberName } from '../schema/check/member-names.js'
import type { Span } from '../source/source.js'
import { foreignKeysOf, isColumn, type Field, type Model } from './datamodel.js'
import { fieldNotYet } from './not-yet.js'
import { soundsSecret } from './secret.js'

/** Whether a field is exposed where nobody names it, or why not: it is a key, sounds secret, or cannot have its name. */
export type Exposure = 'exposed' | 'key' | 'secret' | 'name'

/**
 * What becomes of each field of a model where nobody names it. `attributes: all`, the annotations of a Prisma schema and
 * `init` ask here, so that they agree.
 */
export function exposuresOf(model: Model): ReadonlyMap<string, Exposure> {
  const keys = foreignKeysOf(model)
  const taken = new Set<string>()
  const fields = [...model.fields.values()]
  const exposures = new Map<string, Exposure>()
  for (const field of [...fields.filter(isColumn), ...fields.filter((each) => !isColumn(each))]) {
    const exposure = exposureOf(field, model, keys, taken)
    if (exposure === 'exposed') taken.add(foldedName(field.name))
    exposures.set(field.name, exposure)
  }
  return exposures
}

function exposureOf(
  field: Field,
  model: Model,
  keys: ReadonlySet<string>,
  taken: ReadonlySet<string>,
): Exposure {
  if (field === model.id || keys.has(field.name)) return 'key'
  if (isColumn(field) && soundsSecret(field, model)) return 'secret'
  const canBeNamed = isMemberName(field.name) && !fieldNotYet(field) && !taken.has(foldedName(field.name))
  return canBeNamed ? 'exposed' : 'name'
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
      unnamed.length === 1 ? 'is no name that a field can have' : 'are no names that fields can have'
    report.add('JG802', at, `${listed(unnamed)} of ${model.name} ${what}, and so left out`)
  }
}
