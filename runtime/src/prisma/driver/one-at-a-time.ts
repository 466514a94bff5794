/** Runs concurrent callers one after the other, in their order. */
export class OneAtATime {
  #last: Promise<void> = Promise.resolve()

  /** Waits for a turn. The turn lasts until the returned function is called. */
  async begin(): Promise<() => void> {
    const before = this.#last
    const ended: { resolve?: () => void } = {}
    this.#last = new Promise((resolve) => {
      ended.resolve = resolve
    })
    await before
    return () => ended.resolve?.()
  }

  /** Runs a function in a turn of its own. */
  async take<Result>(run: () => Promise<Result>): Promise<Result> {
    const end = await this.begin()
    try {
      return await run()
    } finally {
      end()
    }
  }
}
