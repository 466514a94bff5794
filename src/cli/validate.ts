import { resolve } from 'node:path'
import { loadSchema } from '../pipeline/load.js'
import { EXIT, type ExitCode, type Format, type Io } from './io.js'
import { refuse, showJson, shownPath } from './show.js'

/** The options of `validate`. */
export interface ValidateOptions {
  readonly schema: string
  readonly format: Format
  readonly quiet?: boolean
}

/** `jsonapi-gen validate`: the diagnostics of a schema, and nothing else. */
export async function validate(options: ValidateOptions, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, options.schema)
  const shown = shownPath(path, io.cwd)
  const loaded = await loadSchema(path, shown)
  if (!loaded.ok) return refuse(loaded.diagnostics, options.format, io)
  const count = loaded.schema.resources.length
  if (options.format === 'json') showJson({ diagnostics: [] }, io)
  else if (!options.quiet) io.err(`${shown} is valid: ${count} ${count === 1 ? 'resource' : 'resources'}\n`)
  return EXIT.done
}
