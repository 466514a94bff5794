import { castTo } from '../base/cast.js'
import { JsonapiError } from './jsonapi-error.js'

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

/** The runtime's notes about an error, for the application's log. */
interface Notes {
  /** The rule of the application that threw the error, as the subject of a sentence. */
  readonly rule?: string
  /** The refusals by policies that led to the error. The client is told only that a hidden name does not exist. */
  readonly denials?: readonly Denial[]
}

const NOTES = Symbol('notes')
const NONE: Notes = Object.freeze({})

/** The notes about an error. */
export function notesOf(error: unknown): Notes {
  try {
    return typeof error === 'object' && error !== null
      ? castTo<Notes>(Reflect.get(error, NOTES) ?? NONE)
      : NONE
  } catch {
    // An application may throw anything, such as a proxy whose members throw.
    return NONE
  }
}

/**
 * Adds notes to an error, which stays the same object, so that code that looks for errors of the store finds it. A
 * frozen error gets none.
 */
export function withNotes<Thrown extends object>(error: Thrown, notes: Notes): Thrown {
  try {
    Reflect.defineProperty(error, NOTES, { value: { ...notesOf(error), ...notes }, configurable: true })
  } catch {
    // It is a proxy that refuses.
  }
  return error
}

/** An error with the rule of the application that threw it. An error for the client stays as it is. */
export function thrownBy(rule: string, thrown: unknown): unknown {
  if (thrown instanceof JsonapiError || notesOf(thrown).rule !== undefined) return thrown
  const isObject = typeof thrown === 'object' && thrown !== null
  return withNotes(isObject ? thrown : new Error(String(thrown), { cause: thrown }), { rule })
}
