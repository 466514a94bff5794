import { JsonapiError } from './jsonapi-error.js'

const rules = new WeakMap<object, string>()

/**
 * Notes on an error of the application which of its rules has thrown it. It stays the error that it is, so that whoever looks for
 * one of the store's finds it. An error for the client says by itself what it is about.
 *
 * @param rule as it stands in a sentence: `The guard "isStaff" of users.attributes.email.readable`
 * @returns the error, or one that holds what was thrown and is none
 */
export function thrownBy(rule: string, thrown: unknown): unknown {
  if (thrown instanceof JsonapiError) return thrown
  const error =
    typeof thrown === 'object' && thrown !== null ? thrown : new Error(String(thrown), { cause: thrown })
  if (!rules.has(error)) rules.set(error, rule)
  return error
}

/** An error as the log of the application gets it: it says which rule has thrown it, where a rule has. */
export function namedByRule(error: unknown): unknown {
  const rule = typeof error === 'object' && error !== null ? rules.get(error) : undefined
  if (rule === undefined) return error
  const message = error instanceof Error ? error.message : String(error)
  return new Error(`${rule} has thrown: ${message}`, { cause: error })
}
