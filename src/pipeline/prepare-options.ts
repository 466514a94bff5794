import type { Diagnostic } from '../diagnostic/diagnostic.js'
import type { ReportOptions } from '../diagnostic/report.js'
import type { GeneratedClient } from './load.js'
import type { Memory } from '../file/memory.js'
import type { Plan, PlanEntry } from '../plan/plan.js'
import type { Print } from '../emit/print.js'
import type { Schema } from '../schema/schema.js'

/**
 * The part of a schema's output: the server code, or, if the schema requests it, the types of a typed client, or the
 * `prove.ts` next to the schema.
 */
export type Part = 'server' | 'client' | 'proof'

/** The inputs of a plan. Paths are absolute. */
export interface PrepareOptions extends ReportOptions {
  readonly schema: Schema
  /** The folder that the schema's paths are relative to. */
  readonly base: string
  /** The Prisma Client that is generated from the schema's datamodel. */
  readonly generatedClient?: GeneratedClient | undefined
  /** The output folder, if it differs from the schema's. */
  readonly output?: string | undefined
  /** Which part of the schema's files to write; by default, the server's files. */
  readonly part?: Part | undefined
  /** The folder of the server code, for `prove.ts`. */
  readonly server?: string | undefined
  /** A folder of templates, each replacing the built-in template of the same name. */
  readonly templates?: string | undefined
  /** Whether to scaffold an initial request test for each resource. */
  readonly tests?: boolean | undefined
  /** Whether the plan is only shown, in which case advice about the steps after a write is omitted. */
  readonly onlyLooks?: boolean | undefined
  /** The facts that earlier runs recorded for this output. */
  readonly memory?: Memory | undefined
  /** Prints the files. By default, the current thread prints them. */
  readonly print?: Print | undefined
  /** Called while files are printed. */
  readonly onProgress?: (done: number, total: number) => void
  /** Called with each planned entry as soon as it is known and the output folder is valid. */
  readonly onEntry?: (entry: PlanEntry) => void
  /** Stops the printing of files. The result is then incomplete and must not be used. */
  readonly signal?: AbortSignal
}

/** A plan and its folder, or the reason why there is no plan. */
export type Prepared =
  | {
      readonly ok: true
      readonly plan: Plan
      readonly root: string
      /** Warnings and notes. */
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }
