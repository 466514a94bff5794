/** Places for so many at the same time; whoever finds none waits for a turn (rule 9.4). */
export class Turns {
  #free: number
  readonly #waiting: (() => void)[] = []

  constructor(places: number) {
    this.#free = places
  }

  /** Takes a place. It is undefined if there is a free one, because even a promise that is kept at once has its cost. */
  take(): Promise<void> | undefined {
    if (this.#free <= 0) return new Promise<void>((resume) => this.#waiting.push(resume))
    this.#free--
    return undefined
  }

  /** Gives a place back, to whoever has waited longest. */
  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#free++
  }
}
