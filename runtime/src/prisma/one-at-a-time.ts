/** Lets those who come at the same time take turns, in their order. */
export class OneAtATime {
  #last: Promise<void> = Promise.resolve()

  /** Waits for its turn. It lasts until what is returned is called. */
  async begin(): Promise<() => void> {
    const before = this.#last
    const ended: { resolve?: () => void } = {}
    this.#last = new Promise((resolve) => {
      ended.resolve = resolve
    })
    await before
    return () => ended.resolve?.()
  }

  /** Does something in a turn of its own. */
  async take<Result>(run: () => Promise<Result>): Promise<Result> {
    const end = await this.begin()
    try {
      return await run()
    } finally {
      end()
    }
  }
}
