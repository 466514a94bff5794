import type { AttributeConfig } from '../declare/config.js'
import type { CompiledResource } from '../resource/compile.js'
import { coerceJson } from '../vocabulary/coerce-json.js'
import { isDecimal } from '../vocabulary/decimal.js'

/**
 * What is wrong with the literals of attributes, a sentence each: a default that its type can't take, which would be a 500 of
 * each create that leaves the attribute out, and a bound that is no number, which would hold nothing back.
 */
export function literalFaults({ config }: CompiledResource): readonly string[] {
  return [...config.attributes.values()].flatMap((attribute) => [
    ...defaultFaults(attribute),
    ...boundFaults(attribute),
  ])
}

function defaultFaults({ name, type, default: literal }: AttributeConfig): readonly string[] {
  if (literal === undefined) return []
  const coerced = coerceJson(type, literal)
  if (coerced.ok) return []
  const { message, path } = coerced
  return [`the default of "${name}" ${path.length > 0 ? 'has a member that ' : ''}${message}`]
}

function boundFaults({ name, minimum, maximum }: AttributeConfig): readonly string[] {
  return Object.entries({ minimum, maximum }).flatMap(([bound, value]) =>
    typeof value !== 'string' || isDecimal(value)
      ? []
      : [`the ${bound} of "${name}" is "${value}", which is no number`],
  )
}
