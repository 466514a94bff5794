/** What the disk refused, with the path that it refused; the cause is the system's error. */
export class DiskError extends Error {
  readonly path: string

  constructor(path: string, cause: unknown) {
    super(`The disk refused ${path}`, { cause })
    this.path = path
  }
}

/** Runs a task of which every exception is the disk's. */
export async function naming(path: string, task: () => unknown): Promise<void> {
  try {
    await task()
  } catch (error) {
    throw new DiskError(path, error)
  }
}
