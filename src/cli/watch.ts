import { resolve } from 'node:path'
import type { Print } from '../emit/print.js'
import { printBeside } from '../emit/print-beside.js'
import { findFollowed, pathsOf, type Followed } from '../watch/followed.js'
import { nextChange } from '../watch/next-change.js'
import { stateOf } from '../watch/state.js'
import type { GenerateOptions } from './generate-options.js'
import { generateWith } from './generate.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { shownPath } from './show.js'

/**
 * `jsonapi-gen generate --watch`: generates now, and again whenever the schema, its Prisma schema or the templates
 * change, each time with the current schema. A broken schema leaves the output as it was. Ends when it is interrupted.
 */
export async function watch(options: GenerateOptions, io: Io): Promise<ExitCode> {
  const printing = io.threads ? printBeside() : undefined
  try {
    return await watchWith(printing?.print, options, io)
  } finally {
    await printing?.stop()
  }
}

async function watchWith(print: Print | undefined, options: GenerateOptions, io: Io): Promise<ExitCode> {
  const schemas = options.schema.map((each) => resolve(io.cwd, each))
  const templates = options.templates === undefined ? undefined : resolve(io.cwd, options.templates)
  let followed: readonly Followed[] = []
  while (!io.signal.aborted) {
    followed = await Promise.all(
      schemas.map((schema, index) => findFollowed({ schema, templates }, followed[index])),
    )
    const paths = [...new Set(followed.flatMap(pathsOf))]
    // This state is taken before the run, so that files saved during the run are noticed.
    const state = await stateOf(paths)
    await generateWith(print, options, io)
    if (!options.quiet && !io.signal.aborted) {
      io.err(`Watching ${paths.map((path) => shownPath(path, io.cwd)).join(', ')}\n`)
    }
    const changed = await nextChange(paths, state, io.signal)
    if (!options.quiet && changed.length > 0) {
      io.err(`\nChanged: ${changed.map((path) => shownPath(path, io.cwd)).join(', ')}\n`)
    }
  }
  return EXIT.interrupted
}
