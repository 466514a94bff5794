/** Also true of a list. */
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** An object of a parsed body; only its own members count. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value of a parsed body is one. */
export function isJsonObject(value: unknown): value is JsonObject {
  return isObject(value) && !Array.isArray(value)
}

/** An own member of an object: `constructor` and `__proto__` are ordinary names (rule 15.10). */
export function ownMember(object: JsonObject, name: string): unknown {
  const value = object[name]
  return value === undefined || Object.hasOwn(object, name) ? value : undefined
}

/** The steps of a pointer, unescaped (RFC 6901). */
export function pointerSteps(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** A pointer extended by some steps (RFC 6901). */
export function pointerTo(pointer: string, ...steps: readonly (string | number)[]): string {
  let further = pointer
  for (const step of steps) further += `/${typeof step === 'number' ? step : escapedStep(step)}`
  return further
}

const escapedStep = (step: string): string =>
  step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step

/** The names in `attributes` or in `relationships`; those that begin with `@` are ignored (JSON:API, "@-Members"). */
export function fieldsIn(object: JsonObject): readonly string[] {
  const names = Object.keys(object)
  return names.some(isIgnored) ? names.filter((name) => !isIgnored(name)) : names
}

const isIgnored = (name: string): boolean => name[0] === '@'
