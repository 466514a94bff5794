import type { ErrorSource } from './error-object.js'
import { Forbidden, SeveralErrors } from './errors.js'

/** What a policy has denied, for the log of the application and never for the client (rule 14.13). */
export interface Denial {
  /** The policy: `actions.create: isMember`, `scopes.update`. */
  readonly rule: string
  /** The JSON:API type. */
  readonly resource: string
  readonly id?: string | undefined
  /** The context that was denied; undefined where there was none. */
  readonly context: object | undefined
}

const denials = new WeakMap<object, Denial>()

/** The error of what a policy denies. It says what can't be done, and not why. */
export function denied(denial: Denial, detail: string, source?: ErrorSource): Forbidden {
  const error = new Forbidden({ detail, source })
  denials.set(error, denial)
  return error
}

/** What policies have denied, of which an error tells the client. */
export function denialsOf(error: unknown): readonly Denial[] {
  const errors = error instanceof SeveralErrors ? error.causes : [error]
  return errors.flatMap((one) => (typeof one === 'object' && one !== null ? (denials.get(one) ?? []) : []))
}
