import { onTestFinished } from 'vitest'
import { start, type ProcessEnd } from '../robustness/support/process.js'

/** A `generate --watch` that runs. */
export interface Watcher {
  /** Waits until it has said something since the last time, and returns all of that up to there. */
  says(pattern: RegExp): Promise<string>
  /** Whether it has said anything since the last time. */
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
