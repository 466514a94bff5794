import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const exec = promisify(execFile)

/** A project with packages from npm. */
export interface Project {
  readonly folder: string
  /** Runs a program with Node in the project, and returns its output. Throws an Error with the output if the program fails. */
  node(...args: readonly string[]): Promise<string>
}

/**
 * Does some work in a separate project whose packages are too large to be dependencies of this repository, or
 * require a different TypeScript version.
 */
export async function withInstalled<Result>(
  packages: readonly string[],
  work: (project: Project) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-clients-'))
  try {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps']
    await exec('npm', ['install', ...options, ...packages], { cwd: folder })
    const node = async (...args: readonly string[]): Promise<string> => {
      const done = await exec(process.execPath, args, { cwd: folder }).catch(
        ({ message, stdout, stderr }: Readonly<Record<string, string>>) => {
          throw new Error(`${message}\n${stdout}\n${stderr}`)
        },
      )
      return done.stdout
    }
    return await work({ folder, node })
  } finally {
    await rm(folder, { recursive: true })
  }
}
