import type { Format } from './io.js'

/** The options of `generate`. */
export interface GenerateOptions {
  /** The schemas to generate from, each with its own output. */
  readonly schema: readonly string[]
  /** Whether to use all schemas of the workspace. */
  readonly all?: boolean
  readonly output?: string
  readonly check?: boolean
  /** The contract that must not be broken: a commit, branch, tag or file. */
  readonly against?: string
  /** The file with the accepted changes to the contract. */
  readonly waivers?: string
  readonly diff?: boolean
  readonly dryRun?: boolean
  readonly watch?: boolean
  /** Whether an initial request test is scaffolded for each resource. */
  readonly tests?: boolean
  readonly templates?: string
  readonly format: Format
  readonly quiet?: boolean
  /** Called with all files that were written or deleted, and with the output folders. */
  readonly onWritten?: (paths: readonly string[], folders: readonly string[]) => void
  /** Whether to treat warnings as errors. */
  readonly strict?: boolean
}

/** The schema that is read by default. */
export const DEFAULT_SCHEMA: string = 'schema.yaml'

/** The command with these options, as a user would type it. */
export function commandOf({ schema, all, output, tests, templates }: GenerateOptions): string {
  return [
    'npx jsonapi-gen generate',
    ...(all ? ['--all'] : []),
    ...(all || schema.join() === DEFAULT_SCHEMA ? [] : schema.flatMap((each) => ['--schema', quoted(each)])),
    ...(output === undefined ? [] : ['--output', quoted(output)]),
    ...(tests ? ['--tests'] : []),
    ...(templates === undefined ? [] : ['--templates', quoted(templates)]),
  ].join(' ')
}

function quoted(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
