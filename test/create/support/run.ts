import { runProgram } from '../../../create/src/program.js'

/** The output and the exit code of a run. */
export interface Ran {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the program in the test's process, and enters `answers` one after another at its prompts. */
export async function createHere(
  parameters: readonly string[],
  cwd: string,
  { answers, agent = '' }: { readonly answers?: readonly string[]; readonly agent?: string } = {},
): Promise<Ran> {
  let stdout = ''
  let stderr = ''
  const typed = [...(answers ?? [])]
  const code = await runProgram(
    parameters,
    { version: '0.0.0', agent },
    {
      cwd,
      out: (text) => (stdout += text),
      err: (text) => (stderr += text),
      ask:
        answers &&
        ((question) => {
          stderr += question
          return Promise.resolve(typed.shift() ?? '')
        }),
      signal: new AbortController().signal,
    },
  )
  return { code, stdout, stderr }
}
