import { resolve } from 'node:path'
import { didYouMean } from '../diagnostic/suggest.js'
import { allowed, quoted } from '../diagnostic/words.js'
import { mermaidOf } from '../graph/mermaid.js'
import { loadSchema } from '../pipeline/load.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { advise, refuse, shownPath } from './show.js'

/** The options of `graph`. */
export interface GraphOptions {
  readonly schema: string
  /** The type whose neighborhood is shown. Without it, the whole schema is shown. */
  readonly around?: string
  /** The maximum number of relationships between the type and a neighbor. */
  readonly depth: number
}

/** `jsonapi-gen graph`: prints the relationships of a schema to stdout as Mermaid. */
export async function graph({ schema, around, depth }: GraphOptions, io: Io): Promise<ExitCode> {
  const path = resolve(io.cwd, schema)
  const loaded = await loadSchema(path, shownPath(path, io.cwd))
  if (!loaded.ok) return refuse(loaded.diagnostics, 'human', io)
  const types = loaded.schema.resources.map(({ type }) => type)
  if (around !== undefined && !types.includes(around)) {
    const hint = didYouMean(around, types) || `; ${allowed(types)}`
    io.err(`--around: the schema has no resource ${quoted(around)}${hint}\n`)
    return EXIT.invalid
  }
  // Notes concern only generated files.
  advise(loaded.diagnostics, { format: 'human', quiet: true }, io)
  io.out(mermaidOf(loaded.schema, around === undefined ? undefined : { type: around, depth }))
  return EXIT.done
}
