import { withDenials } from '../error/denial.js'
import type { CompiledResource } from './compile.js'
import type { Guards } from './guards.js'
import { linkRules, readersWithPlaces, type Rule, ruleOfAttribute } from './link-guards.js'

/** What a request does with a name, besides reading it. */
type Use = 'writable' | 'sortable'

/**
 * The error for an unknown name. For the application's log, it has the guards that hid the name from this request (rule
 * 14.13); a name that does not exist has none.
 *
 * @param path relationships, and a name at their end
 */
export function unknownTo<Fault extends object>(
  fault: Fault,
  owner: CompiledResource,
  path: readonly string[],
  guards: Guards,
  use?: Use,
): Fault {
  return withDenials(fault, guards.refusals(rulesOnPath(owner, path, use)))
}

/** The rules of every relationship on a path, and of the name at its end. */
export function rulesOnPath(
  owner: CompiledResource,
  [name, ...rest]: readonly string[],
  use?: Use,
): readonly Rule[] {
  if (name === undefined) return []
  const attribute = rest.length === 0 ? owner.config.attributes.get(name) : undefined
  const sideload = owner.config.sideloads.get(name)
  const ofAttribute = attribute
    ? [...readersWithPlaces(owner, attribute), ...(use ? [ruleOfAttribute(owner, attribute, use)] : [])]
    : []
  if (!sideload) return ofAttribute
  const target = owner.target(sideload)
  return [
    ...ofAttribute,
    ...linkRules(owner, sideload, 'readable'),
    ...(use === 'writable' && rest.length === 0 ? linkRules(owner, sideload, 'writable') : []),
    ...(target ? rulesOnPath(target, rest, use) : []),
  ]
}
