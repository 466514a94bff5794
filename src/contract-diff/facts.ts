import type { Contract } from '@jsonapi-gen/runtime/vocabulary'

/**
 * A contract as lines, one for each fact: `posts.attributes.title.maxLength: 200`. Two versions can then be compared
 * line by line.
 */
export function factsOf({ resources, ...rest }: Contract): readonly string[] {
  return [...linesOf({ ...rest }, ''), ...linesOf(resources, '')]
}

function linesOf(value: unknown, place: string): readonly string[] {
  if (typeof value !== 'object' || value === null) return [`${place}: ${String(value)}`]
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return [`${place}: ${value.join(', ')}`]
  }
  return Object.entries(value)
    .filter(([name]) => !name.startsWith('$'))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([name, member]) => linesOf(member, place === '' ? name : `${place}.${name}`))
}
