/** A disk error, with its path. The cause is the system's error. */
export class DiskError extends Error {
  readonly path: string

  constructor(path: string, cause: unknown) {
    super(`The disk rejected ${path}`, { cause })
    this.path = path
  }
}

/** Runs a task whose exceptions are all disk errors. */
export async function naming(path: string, task: () => unknown): Promise<void> {
  try {
    await task()
  } catch (error) {
    throw new DiskError(path, error)
  }
}
