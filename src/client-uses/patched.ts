import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import { own } from '../contract-diff/compare-members.js'

/**
 * The older contract with the parts of the newer one at the given locations, such as
 * `posts.attributes.title`.
 */
export function patched(base: Contract, head: Contract, places: readonly string[]): Contract {
  const resources: Members = { ...base.resources }
  const copied = new Set<string>()
  for (const place of places) {
    const [, type = '', section, name] = /^([^.]*)(?:\.([^.]*)(?:\.(.*))?)?$/s.exec(place) ?? []
    const before = own(resources, type)
    if (before !== undefined && !copied.has(type)) resources[type] = structuredClone(before)
    copied.add(type)
    // A part of an action, such as its input, belongs to the action.
    const member = section === 'ownActions' ? name?.split('.')[0] : name
    copyMember(resources, head.resources, [type, section, member])
  }
  return { ...base, resources: resources as Contract['resources'] }
}

type Members = Record<string, unknown>

/** Copies a member, or its nearest parent that one side lacks. A member that the source lacks is deleted. */
function copyMember(target: Members, source: object, path: readonly (string | undefined)[]): void {
  const [name, ...rest] = path
  if (name === undefined) return
  const [to, from] = [own(target, name), own<unknown>({ ...source }, name)]
  if (rest[0] !== undefined && isMembers(to) && isMembers(from)) copyMember(to, from, rest)
  else if (from === undefined) delete target[name]
  else target[name] = structuredClone(from)
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
