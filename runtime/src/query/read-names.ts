import { InvalidParameter, StatNotFound, UnknownField } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import { type WrittenValue, namesOf } from './entry.js'
import { bracketsFault, parameterName, type ParamMap, writtenName } from './params.js'

/** Names by key: the fields of each type, or the calculations of each attribute. */
export type NamesByKey = ReadonlyMap<string, WrittenValue<readonly string[]>>

/**
 * Reads `fields` or `extra_fields` (rule 7.1): names for each type. A list without a type means the primary type,
 * unless strict (rule 2.4).
 */
export function readFields(
  parameter: 'fields' | 'extra_fields',
  params: ParamMap,
  primaryType: string,
  strict: boolean,
  faults: JsonapiError[],
): NamesByKey {
  const node = params.entries.get(parameter)
  if (!node) return new Map()
  if (node.kind === 'map') {
    return byKey(parameter, node, strict, faults, (options) => new UnknownField(options))
  }
  const names = namesOf(node)
  if (!names || strict) {
    const detail = `The parameter "${parameter}" needs a type: ${parameter}[${primaryType}].`
    faults.push(new UnknownField({ detail, source: { parameter: writtenName(parameter, node) } }))
    return new Map()
  }
  return new Map([[primaryType, { parameter: writtenName(parameter, node), value: names }]])
}

/** Reads `stats` and its compliant spelling `extra_stats`, which strict mode requires (rule 2.4). */
export function readStats(params: ParamMap, strict: boolean, faults: JsonapiError[]): NamesByKey {
  const stats = new Map<string, WrittenValue<readonly string[]>>()
  for (const parameter of ['stats', 'extra_stats']) {
    const node = params.entries.get(parameter)
    if (!node) continue
    if (parameter === 'stats' && strict) {
      const detail = 'JSON:API does not allow servers to define the parameter "stats": write "extra_stats".'
      faults.push(new InvalidParameter({ detail, source: { parameter: writtenName(parameter, node) } }))
    } else if (node.kind === 'map') {
      for (const [attribute, given] of byKey(
        parameter,
        node,
        strict,
        faults,
        (options) => new StatNotFound(options),
      )) {
        const before = stats.get(attribute)?.value ?? []
        stats.set(attribute, { ...given, value: [...before, ...given.value] })
      }
    } else {
      const detail = `The parameter "${parameter}" needs an attribute: ${parameter}[total]=count.`
      faults.push(new StatNotFound({ detail, source: { parameter: writtenName(parameter, node) } }))
    }
  }
  return stats
}

type MakeFault = (options: {
  readonly detail: string
  readonly source: { readonly parameter: string }
}) => JsonapiError

function byKey(
  parameter: string,
  node: ParamMap,
  strict: boolean,
  faults: JsonapiError[],
  makeFault: MakeFault,
): Map<string, WrittenValue<readonly string[]>> {
  const result = new Map<string, WrittenValue<readonly string[]>>()
  for (const [key, below] of node.entries) {
    const names = namesOf(below)
    const name = writtenName(parameterName([parameter, key]), below)
    if (!names) {
      const detail = `The parameter "${name}" must be a list of names, separated by commas.`
      faults.push(makeFault({ detail, source: { parameter: name } }))
    } else if (strict && below.kind === 'list') {
      faults.push(makeFault({ detail: bracketsFault(name), source: { parameter: name } }))
    } else result.set(key, { parameter: name, value: names })
  }
  return result
}
