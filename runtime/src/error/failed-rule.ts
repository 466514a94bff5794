import { JsonapiError } from './jsonapi-error.js'

const rules = new WeakMap<object, string>()

/**
 * Notes which rule of the application has thrown an error. The error stays the same object, so that code that looks for
 * errors of the store finds it. An error for the client is left as it is.
 *
 * @param rule as the subject of a sentence: `The guard "isStaff" of users.attributes.email.readable`
 * @returns the error; if the thrown value is not an object, a new error that has it as its cause
 */
export function thrownBy(rule: string, thrown: unknown): unknown {
  if (thrown instanceof JsonapiError) return thrown
  const error =
    typeof thrown === 'object' && thrown !== null ? thrown : new Error(String(thrown), { cause: thrown })
  if (!rules.has(error)) rules.set(error, rule)
  return error
}

/** The error for the application's log: it names the rule that has thrown it, if a rule has. */
export function namedByRule(error: unknown): unknown {
  const rule = typeof error === 'object' && error !== null ? rules.get(error) : undefined
  if (rule === undefined) return error
  const message = error instanceof Error ? error.message : String(error)
  return new Error(`${rule} has thrown: ${message}`, { cause: error })
}
