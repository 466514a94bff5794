import type { Asked } from './asked.js'
import { isObject } from './cast.js'

/**
 * The smallest part of a list that still meets a condition, given that the whole list meets it (delta
 * debugging).
 */
export async function smallest<Item>(
  items: readonly Item[],
  holds: (items: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  let [current, pieces] = [items, 2]
  while (current.length > 1) {
    const size = Math.ceil(current.length / pieces)
    let found: readonly Item[] | undefined
    for (let from = 0; from < current.length && !found; from += size) {
      const part = current.slice(from, from + size)
      const rest = [...current.slice(0, from), ...current.slice(from + size)]
      if (pieces > 1 && part.length < current.length && (await holds(part))) found = part
      else if (rest.length > 0 && rest.length < current.length && (await holds(rest))) found = rest
    }
    if (found) {
      pieces = found.length <= size ? 2 : Math.max(2, pieces - 1)
      current = found
    } else if (size === 1) break
    else pieces = Math.min(current.length, pieces * 2)
  }
  return current
}

/** A request without the parameters and members that a condition does not need. */
export async function smallestRequest(
  asked: Asked,
  holds: (asked: Asked) => Promise<boolean>,
): Promise<Asked> {
  let current = asked
  for (let isSmaller = true; isSmaller;) {
    isSmaller = false
    for (const candidate of smallerRequests(current)) {
      if (!(await holds(candidate))) continue
      current = candidate
      isSmaller = true
      break
    }
  }
  return current
}

function smallerRequests(asked: Asked): readonly Asked[] {
  const { query, body } = asked
  const fewer = query.map((_, index) => ({ ...asked, query: query.filter((__, other) => other !== index) }))
  const shorter = query.flatMap(([name, value], index) =>
    /^(include|sort|fields|extra_fields)/.test(name) && value.includes(',')
      ? value.split(',').map((part) => ({
          ...asked,
          query: query.map((each, other) => (other === index ? ([name, part] as const) : each)),
        }))
      : [],
  )
  const bodies = body === undefined ? [] : smallerBodies(body).map((each) => ({ ...asked, body: each }))
  return [...fewer, ...shorter, ...bodies]
}

/** The body without each member of its attributes, relationships, meta and included records. */
function smallerBodies(value: unknown, name = ''): readonly unknown[] {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    return items.flatMap((item, index) =>
      smallerBodies(item).map((smaller) => items.map((each, other) => (other === index ? smaller : each))),
    )
  }
  if (!isObject(value)) return []
  const isOptional = ['attributes', 'relationships', 'meta'].includes(name)
  return Object.keys(value).flatMap((key) => {
    const { [key]: member, ...rest } = value
    const without = isOptional || ['attributes', 'relationships', 'included'].includes(key) ? [rest] : []
    return [...without, ...smallerBodies(member, key).map((smaller) => ({ ...value, [key]: smaller }))]
  })
}
