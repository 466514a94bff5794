import type { Json, JsonObject } from '@jsonapi-gen/openapi'

const WIDTH = 110

/**
 * Formats JSON so that every value that fits on one line is on one line, because a document has thousands of small
 * objects.
 */
export function compactText(value: Json, indent = ''): string {
  const flat = flatText(value, WIDTH - indent.length)
  if (flat !== undefined) return flat
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const inner = `${indent}  `
  const lines = Array.isArray(value)
    ? value.map((item: Json) => compactText(item, inner))
    : membersOf(value).map(([name, member]) => `${JSON.stringify(name)}: ${compactText(member, inner)}`)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${lines.map((line) => `${inner}${line}`).join(',\n')}\n${indent}${close}`
}

/**
 * The same text in parts, with a line break after the last one. Each part is a value two levels below the root. A large
 * document as a single string would be in memory twice.
 */
export function* compactParts(value: JsonObject, depth = 2, indent = ''): Generator<string> {
  const members = membersOf(value)
  const inner = `${indent}  `
  yield '{\n'
  for (const [at, [name, member]] of members.entries()) {
    const head = `${inner}${JSON.stringify(name)}: `
    const tail = at === members.length - 1 ? '\n' : ',\n'
    const isSplit = depth > 0 && isLarge(member, WIDTH - inner.length)
    yield head
    if (isSplit) yield* compactParts(member, depth - 1, inner)
    else yield compactText(member, inner)
    yield tail
  }
  yield indent === '' ? '}\n' : `${indent}}`
}

/** Whether a value is an object that does not fit on a line. */
function isLarge(value: Json, room: number): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    flatText(value, room) === undefined
  )
}

/** The value on one line; undefined if it does not fit. That is detected before the whole value is written. */
function flatText(value: Json, room: number): string | undefined {
  if (typeof value !== 'object' || value === null) return within(room, JSON.stringify(value) ?? 'null')
  if (Array.isArray(value)) {
    const items = all(value, room, (item: Json, left) => flatText(item, left))
    return items === undefined ? undefined : within(room, `[${items}]`)
  }
  const members = membersOf(value)
  if (members.length === 0) return '{}'
  const text = all(members, room, ([name, member], left) => {
    const head = `${JSON.stringify(name)}: `
    const flat = flatText(member, left - head.length)
    return flat === undefined ? undefined : head + flat
  })
  return text === undefined ? undefined : within(room, `{ ${text} }`)
}

/** The texts of all items with commas between them, as long as there is room. */
function all<Item>(
  items: readonly Item[],
  room: number,
  textOf: (item: Item, room: number) => string | undefined,
): string | undefined {
  let text = ''
  for (const item of items) {
    const next = textOf(item, room - text.length)
    if (next === undefined) return undefined
    text += text === '' ? next : `, ${next}`
  }
  return text
}

const within = (room: number, text: string): string | undefined => (text.length <= room ? text : undefined)

const membersOf = (value: object): readonly (readonly [string, Json])[] =>
  Object.entries(value).filter(([, member]) => member !== undefined)
