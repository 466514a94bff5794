import { spawn } from 'node:child_process'
import { at } from './paths.js'

/**
 * Runs a program in the repository's root, and waits until it ends.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] `quiet` returns the
 * output instead of printing it
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { cwd = at(''), env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text))
    }
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 1 : 0), output }))
  })
}

/**
 * Runs a Node program. If it fails, throws an error with its output.
 *
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
export async function node(args, options) {
  const { code, output } = await run(process.execPath, args, { ...options, quiet: true })
  if (code !== 0) throw new Error(`node ${args.join(' ')} ended with ${code}\n${output}`)
  return output
}

/** The path of TypeScript's compiler: the version that builds the packages, or a different installed version. */
export const tsc = (/** @type {string} */ alias = 'typescript-7') => at(`node_modules/${alias}/bin/tsc`)

/**
 * The arguments for Node to build projects one after another. Each can use the declarations of earlier projects.
 *
 * @param {string[]} projects
 */
export const buildOf = (...projects) => [tsc(), '-b', '--builders', '1', ...projects]
