/** What a step comes to: a value, or what stopped it, with what to do about it. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | Refused

/** What stopped it, and what to do about it. */
export interface Refused {
  readonly ok: false
  readonly message: string
}

/** A result of a step that went well. */
export function done<Value>(value: Value): Outcome<Value> {
  return { ok: true, value }
}

/** A result of a step that did not: `message` says what is wrong and what to do. */
export function refused(message: string): Refused {
  return { ok: false, message }
}

/** What an error says, in one line. */
export function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
