import { resolve } from 'node:path'
import { contractOf } from '../contract/contract-of.js'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { isError } from '../diagnostic/report.js'
import { didYouMean } from '../diagnostic/suggest.js'
import { allowed, quoted } from '../diagnostic/words.js'
import { loadSchema } from '../pipeline/load.js'
import { policiesAsMarkdown, policiesAsText } from '../policies/render.js'
import { policyTable, type PolicyTable } from '../policies/table.js'
import { EXIT, type ExitCode, type Io, type PolicyFormat } from './io.js'
import { paletteOf } from './palette.js'
import { advise, refuse, shownPath } from './show.js'

/** The options of `policies`. */
export interface PoliciesOptions {
  readonly schema: readonly string[]
  readonly format: PolicyFormat
  /** The only type to print. */
  readonly resource?: string
  /** Whether to treat warnings as errors. */
  readonly strict?: boolean
}

interface Described {
  readonly schema: string
  readonly table: PolicyTable
}

/** `jsonapi-gen policies`: prints to stdout who may do what, as a table for each schema of the run. */
export async function policies(options: PoliciesOptions, io: Io): Promise<ExitCode> {
  const described: Described[] = []
  const found: Diagnostic[] = []
  for (const each of options.schema) {
    const path = resolve(io.cwd, each)
    const shown = shownPath(path, io.cwd)
    const loaded = await loadSchema(path, shown, options)
    found.push(...loaded.diagnostics)
    if (loaded.ok) described.push({ schema: shown, table: policyTable(contractOf(loaded.schema)) })
  }
  const isJson = options.format === 'json'
  if (found.some(isError)) return refuse(found, isJson ? 'json' : 'human', io)
  const { resource } = options
  const shown = resource === undefined ? described : described.flatMap((each) => only(resource, each))
  if (resource !== undefined && shown.length === 0) {
    const types = described.flatMap(({ table }) => table.resources.map(({ type }) => type))
    const hint = didYouMean(resource, types) || `; ${allowed(types)}`
    io.err(`--resource: the schema has no resource ${quoted(resource)}${hint}\n`)
    return EXIT.invalid
  }
  // Notes concern only generated files.
  advise(found, { format: 'human', quiet: true }, io)
  io.out(rendered(shown, options.format, io))
  return EXIT.done
}

/** One resource's table; empty if the schema lacks the resource. */
function only(resource: string, { schema, table }: Described): readonly Described[] {
  const resources = table.resources.filter(({ type }) => type === resource)
  return resources.length === 0 ? [] : [{ schema, table: { resources } }]
}

function rendered(described: readonly Described[], format: PolicyFormat, io: Io): string {
  const palette = paletteOf(io.colour.out)
  const isOne = described.length === 1
  switch (format) {
    case 'json': {
      const schemas = described.map(({ schema, table }) => ({ schema, ...table }))
      return `${JSON.stringify({ schemas }, undefined, 2)}\n`
    }
    case 'markdown':
      return described
        .map(({ schema, table }) => `${isOne ? '' : `# ${schema}\n\n`}${policiesAsMarkdown(table)}`)
        .join('\n')
    case 'text':
      return described
        .map(
          ({ schema, table }) =>
            `${isOne ? '' : `${palette.faint(schema)}\n\n`}${policiesAsText(table, palette)}`,
        )
        .join('\n')
  }
}
