import { onTestFinished } from 'vitest'
import { start, type ProcessEnd } from '../robustness/support/process.js'

/** A running `generate --watch`. */
export interface Watcher {
  /** Waits for output that matches since the last call, and returns the output up to the end of the match. */
  says(pattern: RegExp): Promise<string>
  /** Whether there was no output since the last match. */
  silent(): boolean
  interrupt(): Promise<ProcessEnd>
}

/** Starts `generate --watch` in a folder. */
export function startWatching(folder: string, ...parameters: readonly string[]): Watcher {
  const { child, ended } = start(['generate', '--watch', ...parameters], folder)
  let said = ''
  let heard = 0
  let listener = (): void => undefined
  child.stderr?.on('data', (text: string) => {
    said += text
    listener()
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const timeout = setTimeout(
          () => reject(new Error(`It has not said ${pattern}, but:\n${said.slice(heard)}`)),
          10_000,
        )
        listener = () => {
          const found = pattern.exec(said.slice(heard))
          if (!found) return
          clearTimeout(timeout)
          listener = () => undefined
          const end = heard + found.index + found[0].length
          resolve(said.slice(heard, end))
          heard = end
        }
        listener()
      }),
    silent: () => said.length === heard,
    interrupt() {
      child.kill('SIGINT')
      return ended
    },
  }
}
