import { Forbidden, SeveralErrors } from './errors.js'
import { PlacedError } from './placed-error.js'

/** A refusal by a policy, for the log of the application and never for the client (rule 14.13). */
export interface Denial {
  /** The policy: `actions.create: isMember`, `scopes.update`. */
  readonly rule: string
  /** The JSON:API type. */
  readonly resource: string
  readonly id?: string | undefined
  /** The context of the refused request; undefined if there was none. */
  readonly context: object | undefined
}

const denials = new WeakMap<object, readonly Denial[]>()

/** The error for a refusal by a policy, at its place. Its detail says what was refused, but not why. */
export function denied(
  denial: Denial,
  detail: string,
  pointer?: string,
  meta?: Readonly<Record<string, unknown>>,
): Forbidden {
  const error = new Forbidden({ detail, source: pointer === undefined ? undefined : { pointer }, meta })
  return withDenials(error, [denial])
}

/** Attaches refusals by policies to an error. The client is told only that a hidden name does not exist. */
export function withDenials<Fault extends object>(error: Fault, found: readonly Denial[]): Fault {
  if (found.length > 0) denials.set(error, found)
  return error
}

/** The refusals by policies that are attached to an error. */
export function denialsOf(error: unknown): readonly Denial[] {
  if (error instanceof SeveralErrors) return error.causes.flatMap(denialsOf)
  if (error instanceof PlacedError) return denialsOf(error.original)
  return typeof error === 'object' && error !== null ? (denials.get(error) ?? []) : []
}
