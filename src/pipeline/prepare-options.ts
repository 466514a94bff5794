import type { Diagnostic } from '../diagnostic/diagnostic.js'
import type { ReportOptions } from '../diagnostic/report.js'
import type { Plan, PlanEntry } from '../plan/plan.js'
import type { Print } from '../emit/print.js'
import type { Schema } from '../schema/schema.js'

/** What is written for a schema: the code of its server, and where the schema asks for them the types of a typed client. */
export type Part = 'server' | 'client'

/** What a plan is made for. Paths are absolute. */
export interface PrepareOptions extends ReportOptions {
  readonly schema: Schema
  /** The folder that the paths in the schema are relative to. */
  readonly base: string
  /** The output folder, where it is not the one that the schema names. */
  readonly output?: string | undefined
  /** Which part of the schema's files it is for: those of the server unless it says otherwise. */
  readonly part?: Part | undefined
  /** A folder of templates that replace ours, file by file. */
  readonly templates?: string | undefined
  /** Whether a first request test is scaffolded for each resource. */
  readonly tests?: boolean | undefined
  /** Whether the plan is only looked at, so that what has to follow a write need not be said. */
  readonly onlyLooks?: boolean | undefined
  /** What prints the files; without it, they are printed in this thread. */
  readonly print?: Print | undefined
  /** Called as files are printed. */
  readonly onProgress?: (done: number, total: number) => void
  /** Called with each entry that the disk is to agree with, as soon as it is known and the output folder is in order. */
  readonly onEntry?: (entry: PlanEntry) => void
  /** Stops the printing of files; what comes back then is of no use. */
  readonly signal?: AbortSignal
}

/** A plan and the folder it is for, or why there is none. */
export type Prepared =
  | {
      readonly ok: true
      readonly plan: Plan
      readonly root: string
      /** Warnings and notes. */
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }
