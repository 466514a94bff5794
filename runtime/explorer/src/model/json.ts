/** An object of JSON. */
export type JsonObject = { readonly [name: string]: unknown }

/** Whether a value is an object with names. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
