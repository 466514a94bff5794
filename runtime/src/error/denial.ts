import { Forbidden, SeveralErrors } from './errors.js'
import { type Denial, notesOf, withNotes } from './notes.js'
import { PlacedError } from './placed-error.js'

/** The error for a refusal by a policy, at its place. Its detail says what was refused, but not why. */
export function denied(
  denial: Denial,
  detail: string,
  pointer?: string,
  meta?: Readonly<Record<string, unknown>>,
): Forbidden {
  const error = new Forbidden({ detail, source: pointer === undefined ? undefined : { pointer }, meta })
  return withNotes(error, { denials: [denial] })
}

/** The refusals by policies that led to an error. */
export function denialsOf(error: unknown): readonly Denial[] {
  if (error instanceof SeveralErrors) return error.causes.flatMap(denialsOf)
  if (error instanceof PlacedError) return denialsOf(error.original)
  return notesOf(error).denials ?? []
}
