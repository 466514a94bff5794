import { copyOf, Refused, type State } from './state.js'

/**
 * A command as a request, and the expected state afterwards, or undefined if the request should be rejected.
 */
export interface Planned {
  readonly method: string
  readonly path: string
  readonly body?: object
  readonly after: State | undefined
}

/** A request in progress, and its changes to the state, in the order of rule 11.3. */
export class Draft {
  readonly before: State
  readonly included: object[] = []
  readonly used = new Set<string>()
  readonly steps: ((state: State) => void)[] = []
  /** Whether the request is known to be invalid before anything is written. */
  #isRefused = false
  #count = 0

  constructor(before: State) {
    this.before = before
  }

  /** Adds a new record to `included`, and returns its temp-id. */
  create(type: string, attributes: object, text: string, relationships?: object): string {
    const name = `new:${type}${++this.#count}`
    this.refuseIf(text === '')
    this.included.push({ type, 'temp-id': name, attributes, ...(relationships && { relationships }) })
    return name
  }

  refuseIf(isWrong: boolean): void {
    this.#isRefused ||= isWrong
  }

  planned(method: string, path: string, data: object): Planned {
    const after = this.#isRefused
      ? undefined
      : attempt(this.before, (state) => this.steps.forEach((step) => step(state)))
    return { method, path, body: { data, included: this.included }, after }
  }
}

/** The state after a change, or undefined if the change is rejected. */
export function attempt(before: State, change: (state: State) => void): State | undefined {
  const state = copyOf(before)
  try {
    change(state)
    return state
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** The id of the record that a number selects. */
export function picked(records: ReadonlyMap<string, unknown>, pick: number): string | undefined {
  const ids = [...records.keys()]
  return ids[pick % Math.max(1, ids.length)]
}
