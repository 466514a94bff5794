import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { EXIT, type ExitCode, type Io, type ProveFormat } from './io.js'

/** The options of `prove`. */
export interface ProveOptions {
  readonly file?: string
  readonly database?: string
  readonly seed?: number
  readonly seconds?: number
  readonly rounds?: number
  readonly viewer?: string
  readonly resource?: string
  readonly time?: boolean
  readonly bail?: boolean
  readonly format?: ProveFormat
}

/** The part of `@jsonapi-gen/prove/command` that this command uses, in the project's own version. */
interface ProvePackage {
  runProve(
    options: ProveOptions & { readonly cwd: string },
  ): Promise<{ readonly kind: 'report' | 'fault'; readonly text: string; readonly findings?: number }>
}

/** `jsonapi-gen prove`: runs the project's `prove.ts` with the project's Vitest, and prints what depends on hidden rows. */
export async function prove(options: ProveOptions, io: Io): Promise<ExitCode> {
  const load = createRequire(join(io.cwd, 'prove.ts'))
  let path: string
  try {
    path = load.resolve('@jsonapi-gen/prove/command')
  } catch {
    io.err(
      'This command needs two development dependencies: npm install --save-dev @jsonapi-gen/prove vitest\n',
    )
    return EXIT.invalid
  }
  const { runProve } = (await import(pathToFileURL(path).href)) as ProvePackage
  const result = await runProve({ ...options, cwd: io.cwd })
  if (result.kind === 'fault') {
    io.err(`${result.text}\n`)
    return EXIT.invalid
  }
  io.out(result.text)
  return (result.findings ?? 0) > 0 ? EXIT.drift : EXIT.done
}
