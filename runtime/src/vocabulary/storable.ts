/** Whether every store takes a text: PostgreSQL refuses U+0000, and a lone surrogate is no UTF-8. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** The first character of a text that no store takes, as Unicode names it; undefined where every store takes the text. */
export function unstorableCharacter(text: string): string | undefined {
  if (isStorableText(text)) return undefined
  const character = Array.from(text).find((each) => !isStorableText(each)) ?? ''
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/**
 * The parts of a JSON value that no store takes or keeps: a text, the name of a member, or a number beyond the
 * doubles. JSON.parse reads such a number as infinity, and JSON writes it as null; Prisma keeps a bigint as a text.
 * Undefined where every store takes all of it. The depth of a body and of a filter is bounded.
 */
export function unstorablePart(value: unknown): 'text' | 'number' | 'name' | undefined {
  switch (typeof value) {
    case 'string':
      return isStorableText(value) ? undefined : 'text'
    case 'number':
      return Number.isFinite(value) ? undefined : 'number'
    case 'bigint':
      return 'number'
    case 'object':
      break
    default:
      return undefined
  }
  for (const [name, member] of Object.entries(value ?? {})) {
    // Prisma sets members by their names, and this one would be the object's prototype.
    if (name === '__proto__' || !isStorableText(name)) return 'name'
    const part = unstorablePart(member)
    if (part !== undefined) return part
  }
  return undefined
}
