import { dirname, resolve } from 'node:path'
import { createReport } from '../diagnostic/report.js'
import { loadSchema } from '../pipeline/load.js'
import { checkPrisma, isOnKysely } from '../pipeline/surroundings.js'
import { EXIT, type ExitCode, type Format, type Io } from './io.js'
import { advise, refuse, showJson, shownPath } from './show.js'

/** The options of `validate`. */
export interface ValidateOptions {
  readonly schema: string
  readonly format: Format
  readonly quiet?: boolean
  /** Whether to treat warnings as errors. */
  readonly strict?: boolean
}

/** `jsonapi-gen validate`: prints the diagnostics of a schema, and those about the installed Prisma. */
export async function validate(options: ValidateOptions, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, options.schema)
  const shown = shownPath(path, io.cwd)
  const loaded = await loadSchema(path, shown, { ...options, review: true })
  const report = createReport(options)
  if (!(loaded.ok && isOnKysely(loaded.schema))) await checkPrisma(dirname(path), report)
  const diagnostics = [...report.list(), ...loaded.diagnostics]
  if (!loaded.ok || report.failed()) return refuse(diagnostics, options.format, io)
  if (options.format === 'json') {
    showJson({ diagnostics }, io)
    return EXIT.done
  }
  advise(diagnostics, options, io)
  const count = loaded.schema.resources.length
  if (!options.quiet) io.err(`${shown} is valid: ${count} ${count === 1 ? 'resource' : 'resources'}\n`)
  return EXIT.done
}
