import type { ErrorSource } from './error-object.js'
import { Forbidden, SeveralErrors } from './errors.js'
import { PlacedError } from './placed-error.js'

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

const denials = new WeakMap<object, readonly Denial[]>()

/** The error of what a policy denies. It says what can't be done, and not why. */
export function denied(denial: Denial, detail: string, source?: ErrorSource): Forbidden {
  const error = new Forbidden({ detail, source })
  return withDenials(error, [denial])
}

/** Notes on an error what policies have denied with it: of a name that is hidden, the answer says that there is none. */
export function withDenials<Fault extends object>(error: Fault, found: readonly Denial[]): Fault {
  if (found.length > 0) denials.set(error, found)
  return error
}

/** What policies have denied, of which an error tells the client. */
export function denialsOf(error: unknown): readonly Denial[] {
  if (error instanceof SeveralErrors) return error.causes.flatMap(denialsOf)
  if (error instanceof PlacedError) return denialsOf(error.original)
  return typeof error === 'object' && error !== null ? (denials.get(error) ?? []) : []
}
