/** Limits how much runs at the same time: when all places are taken, others wait for their turn (rule 9.4). */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Takes a place. Undefined if a place is free, because awaiting even a resolved promise costs time. */
  take(): Promise<void> | undefined {
    if (this.#free <= 0) return new Promise<void>((resume) => this.#waiting.push(resume))
    this.#free--
    return undefined
  }

  /** Gives the place to whoever has waited longest. */
  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}
