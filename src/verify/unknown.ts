/** A member of a value of an unknown type, such as a driver; undefined if the value lacks it. */
export function memberOf(value: unknown, name: string): unknown {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? Reflect.get(value, name)
    : undefined
}

/** A method of a value of an unknown type, bound to the value. */
export function methodOf(value: unknown, name: string): ((...parameters: unknown[]) => unknown) | undefined {
  const method = memberOf(value, name)
  return typeof method === 'function'
    ? (...parameters) => Reflect.apply(method, value, parameters)
    : undefined
}

/** Text of at most 300 characters. */
export const cutOff = (text: string): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text)

/** The text of a column of a catalog; empty for NULL. Some drivers return bytes. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Uint8Array) return Buffer.from(value).toString('utf8')
  return String(value)
}

/** Whether a column of a catalog is true, as each driver writes it. */
export const isTrue = (value: unknown): boolean => ['true', '1', 't', 'YES'].includes(textOf(value))

/** A list that a catalog returns as JSON. */
export function listOf(value: unknown): readonly string[] {
  const parsed: unknown = typeof value === 'string' ? JSON.parse(value) : value
  return Array.isArray(parsed) ? parsed.map((each) => (each === null ? '' : String(each))) : []
}
