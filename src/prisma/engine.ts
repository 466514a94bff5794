import type { Source } from '../source/source.js'

/** A fault that Prisma finds in a schema. Offsets are UTF-16. */
export interface PrismaFault {
  readonly file: string
  readonly start: number
  readonly end: number
  readonly text: string
}

/** The parts of Prisma's own schema reader that we need: the faults in the files, and their datamodel. */
export interface PrismaEngine {
  faultsOf(files: readonly Source[]): readonly PrismaFault[]
  /** Returns the datamodel as JSON. Throws if `faultsOf` finds a fault. */
  datamodelOf(files: readonly Source[]): unknown
}

/**
 * Loads Prisma's reader, which takes 20 ms and is needed only for Prisma schemas. Only this module knows its package,
 * so a Prisma version without it affects no other module.
 */
export async function loadEngine(): Promise<PrismaEngine> {
  const { default: engine } = await import('@prisma/prisma-schema-wasm')
  return {
    faultsOf: (files) => faultsFrom(JSON.parse(engine.lint(JSON.stringify(pairs(files))))),
    datamodelOf: (files) => JSON.parse(engine.get_datamodel(JSON.stringify({ prismaSchema: pairs(files) }))),
  }
}

function pairs(files: readonly Source[]): readonly (readonly [string, string])[] {
  return files.map(({ path, text }) => [path, text])
}

interface LintEntry {
  readonly file_name: string
  readonly start: number
  readonly end: number
  readonly text: string
  readonly is_warning: boolean
}

function faultsFrom(entries: unknown): readonly PrismaFault[] {
  if (!Array.isArray(entries) || !entries.every(isLintEntry)) {
    throw new Error('Prisma reported errors in an unknown format')
  }
  return entries
    .filter((entry) => !entry.is_warning)
    .map(({ file_name: file, start, end, text }) => ({ file, start, end, text }))
}

function isLintEntry(value: unknown): value is LintEntry {
  return (
    typeof value === 'object' && value !== null && 'file_name' in value && 'text' in value && 'start' in value
  )
}
