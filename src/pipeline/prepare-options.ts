import type { Diagnostic } from '../diagnostic/diagnostic.js'
import type { ReportOptions } from '../diagnostic/report.js'
import type { GeneratedClient } from './load.js'
import type { Plan, PlanEntry } from '../plan/plan.js'
import type { Print } from '../emit/print.js'
import type { Schema } from '../schema/schema.js'

/**
 * The part of a schema's output: the code of its server, or, if the schema asks for them, the types of a typed client.
 */
export type Part = 'server' | 'client'

/** The input of a plan. Paths are absolute. */
export interface PrepareOptions extends ReportOptions {
  readonly schema: Schema
  /** The folder of the relative paths in the schema. */
  readonly base: string
  /** The Prisma Client that is generated from the schema's datamodel. */
  readonly generatedClient?: GeneratedClient | undefined
  /** The output folder, if it is not the one that the schema names. */
  readonly output?: string | undefined
  /** The part of the schema's files; the server's by default. */
  readonly part?: Part | undefined
  /** A folder with templates that replace ours, file by file. */
  readonly templates?: string | undefined
  /** Whether a first request test is scaffolded for each resource. */
  readonly tests?: boolean | undefined
  /** Whether the plan is only shown, so that advice for after a write is not needed. */
  readonly onlyLooks?: boolean | undefined
  /** Prints the files; without it, they are printed in this thread. */
  readonly print?: Print | undefined
  /** Called while files are printed. */
  readonly onProgress?: (done: number, total: number) => void
  /** Called with each entry that the disk should match, as soon as it is known and the output folder is valid. */
  readonly onEntry?: (entry: PlanEntry) => void
  /** Stops the printing of files; the result is useless then. */
  readonly signal?: AbortSignal
}

/** A plan with its folder, or the reason why there is none. */
export type Prepared =
  | {
      readonly ok: true
      readonly plan: Plan
      readonly root: string
      /** Warnings and notes. */
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }
