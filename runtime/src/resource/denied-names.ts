import { withDenials } from '../error/denial.js'
import type { CompiledResource } from './compile.js'
import type { Guards } from './guards.js'
import { linkRules, readersWithPlaces, type Rule, ruleOfAttribute } from './link-guards.js'

/** What is done with what a name stands for, besides seeing it. */
type Use = 'writable' | 'sortable'

/**
 * The error that answers a name as unknown, with the guards that have hidden it from this request, for the log of the
 * application (rule 14.13). A name that there is not has none.
 *
 * @param path relationships, and the name that they lead to
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

/** The rules of everything that a path leads through, and of what it leads to. */
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
  const link = { owner, sideload }
  const target = owner.target(sideload)
  return [
    ...ofAttribute,
    ...linkRules(link, 'readable'),
    ...(use === 'writable' && rest.length === 0 ? linkRules(link, 'writable') : []),
    ...(target ? rulesOnPath(target, rest, use) : []),
  ]
}
