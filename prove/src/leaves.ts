import type { Value } from './values.js'

/**
 * The values in the viewers' locals, keyed by the possible names of columns that contain them: `tenantId`, and `user`
 * for the key in `userId` and in `user: { id }`.
 */
export function leavesOf(viewers: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly Value[]> {
  const leaves = new Map<string, Value[]>()
  const note = (name: string, value: Value): void => {
    const known = leaves.get(name) ?? []
    if (!known.includes(value)) known.push(value)
    leaves.set(name, known)
  }
  const visit = (value: unknown, path: readonly string[], depth: number): void => {
    const name = path.at(-1) ?? ''
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      note(name, value)
      if (name.length > 2 && name.endsWith('Id')) note(name.slice(0, -2).toLowerCase(), value)
      if (name === 'id') note((path.at(-2) ?? '').toLowerCase(), value)
    } else if (typeof value === 'object' && value !== null && depth < 5) {
      for (const [member, each] of Object.entries(value)) visit(each, [...path, member], depth + 1)
    }
  }
  for (const locals of Object.values(viewers)) visit(locals, [], 0)
  return leaves
}
