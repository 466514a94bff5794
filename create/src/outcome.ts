/** The result of a step: a value, or the reason for its failure and what to do about it. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | Refused

/** Why it failed, and what to do about it. */
export interface Refused {
  readonly ok: false
  readonly message: string
}

/** The result of a step that succeeded. */
export function done<Value>(value: Value): Outcome<Value> {
  return { ok: true, value }
}

/** The result of a step that failed: `message` describes the problem and the remedy. */
export function refused(message: string): Refused {
  return { ok: false, message }
}

/** An error's message, on one line. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
