import type { Format } from './io.js'

/** The options of `generate`. */
export interface GenerateOptions {
  /** The schemas of the run, each with an output of its own. */
  readonly schema: readonly string[]
  readonly output?: string
  readonly check?: boolean
  /** The contract that must not be broken: a commit, branch, tag or file. */
  readonly against?: string
  /** The file with accepted changes to it. */
  readonly waivers?: string
  readonly diff?: boolean
  readonly dryRun?: boolean
  readonly watch?: boolean
  /** Whether a first request test is scaffolded for each resource. */
  readonly tests?: boolean
  readonly templates?: string
  readonly format: Format
  readonly quiet?: boolean
  /** Whether a warning is an error. */
  readonly strict?: boolean
}

/** The schema that is read if none is named. */
export const DEFAULT_SCHEMA: string = 'schema.yaml'

/** The command that writes the output of these options, as a user would type it. */
export function commandOf({ schema, output, tests, templates }: GenerateOptions): string {
  return [
    'npx jsonapi-gen generate',
    ...(schema.join() === DEFAULT_SCHEMA ? [] : schema.flatMap((each) => ['--schema', quoted(each)])),
    ...(output === undefined ? [] : ['--output', quoted(output)]),
    ...(tests ? ['--tests'] : []),
    ...(templates === undefined ? [] : ['--templates', quoted(templates)]),
  ].join(' ')
}

function quoted(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
}
