import { stat } from 'node:fs/promises'

/** Whether a file or folder exists at that path. */
export function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
