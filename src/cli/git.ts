import { execFile } from 'node:child_process'

/** A contract needs a few kilobytes per resource. */
const MAX_BYTES = 64 * 1024 * 1024

/** Runs git. Returns its output, or undefined if it fails. */
export function git(cwd: string, parameters: readonly string[], input?: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const env = { ...process.env, GIT_LITERAL_PATHSPECS: '1' }
    const child = execFile('git', parameters, { cwd, env, maxBuffer: MAX_BYTES }, (error, stdout) =>
      resolve(error ? undefined : stdout),
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input ?? '')
  })
}
