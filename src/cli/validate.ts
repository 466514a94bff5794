import { resolve } from 'node:path'
import { loadSchema } from '../pipeline/load.js'
import { EXIT, type ExitCode, type Format, type Io } from './io.js'
import { advise, refuse, showJson, shownPath } from './show.js'

/** The options of `validate`. */
export interface ValidateOptions {
  readonly schema: string
  readonly format: Format
  readonly quiet?: boolean
  /** Whether a warning is an error. */
  readonly strict?: boolean
}

/** `jsonapi-gen validate`: the diagnostics of a schema, and nothing else. */
export async function validate(options: ValidateOptions, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, options.schema)
  const shown = shownPath(path, io.cwd)
  const loaded = await loadSchema(path, shown, { ...options, review: true })
  if (!loaded.ok) return refuse(loaded.diagnostics, options.format, io)
  if (options.format === 'json') {
    showJson({ diagnostics: loaded.diagnostics }, io)
    return EXIT.done
  }
  advise(loaded.diagnostics, options, io)
  const count = loaded.schema.resources.length
  if (!options.quiet) io.err(`${shown} is valid: ${count} ${count === 1 ? 'resource' : 'resources'}\n`)
  return EXIT.done
}
