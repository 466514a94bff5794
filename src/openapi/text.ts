import type { Json } from './json.js'

const WIDTH = 110

/** JSON in which what fits on a line stands on one: a document has thousands of small objects. */
export function compactText(value: Json, indent = ''): string {
  const flat = flatText(value)
  if (flat.length + indent.length <= WIDTH || typeof value !== 'object' || value === null) return flat
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item: Json) => compactText(item, inner))
    : membersOf(value).map(([name, member]) => `${JSON.stringify(name)}: ${compactText(member, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.map((line) => `${inner}${line}`).join(',\n')}\n${indent}${close}`
}

function flatText(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  if (Array.isArray(value)) return `[${value.map((item: Json) => flatText(item)).join(', ')}]`
  const members = membersOf(value).map(([name, member]) => `${JSON.stringify(name)}: ${flatText(member)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const membersOf = (value: object): readonly (readonly [string, Json])[] =>
  Object.entries(value).filter(([, member]) => member !== undefined)
