/** Code that its first use loads. */
export interface Loader<Code> {
  /** The code, if it is loaded: even a repeated import takes longer than most steps of a request. */
  readonly present: Code | undefined
  /**
   * Loads the code once. If that fails, the next call tries again. On Node 20, a module that once failed to load, for
   * example with too many open files, cannot be loaded later.
   */
  load(): Promise<Code>
}

/** A loader of the code that `load` imports. */
export function loaderOf<Code>(load: () => Promise<Code>): Loader<Code> {
  let present: Code | undefined
  let loading: Promise<Code> | undefined
  const loaded = async (): Promise<Code> => {
    try {
      present = await load()
      return present
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  return {
    get present() {
      return present
    },
    load: () => (loading ??= loaded()),
  }
}
