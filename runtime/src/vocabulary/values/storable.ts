/** Whether every store accepts a string: PostgreSQL refuses U+0000, and a lone surrogate is not valid UTF-8. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/**
 * The first character of a string that some store refuses, by its Unicode name; undefined if every store accepts the
 * string.
 */
export function unstorableCharacter(text: string): string | undefined {
  if (isStorableText(text)) return undefined
  const character = Array.from(text).find((each) => !isStorableText(each)) ?? ''
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}

/**
 * Finds the kind of part in a JSON value that some store refuses or loses: a string, a number beyond the range of a
 * double, or the name of a member. JSON.parse reads such a number as infinity, and JSON writes it as null; Prisma keeps
 * a bigint as a string. Undefined if every store accepts the value. The depth of bodies and filters is bounded.
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
    // Prisma sets members by their names, and this name would set the prototype of the object.
    if (name === '__proto__' || !isStorableText(name)) return 'name'
    const part = unstorablePart(member)
    if (part !== undefined) return part
  }
  return undefined
}
