import { isAbsolute, relative } from 'node:path'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { formatGithub } from '../diagnostic/format-github.js'
import { formatHuman } from '../diagnostic/format-human.js'
import { isError } from '../diagnostic/report.js'
import { toJsonDiagnostic } from '../diagnostic/format-json.js'
import { movedTo } from '../source/source.js'
import { inRepository } from './in-repository.js'
import { EXIT, type ExitCode, type Format, type Io } from './io.js'
import { paletteOf } from './palette.js'

/**
 * Prints diagnostics, and returns their exit code. The human format prints messages to stderr, and the other formats
 * print data to stdout. `outcome` is the result of the run as shown in the human format.
 */
export function refuse(
  found: readonly Diagnostic[],
  format: Format,
  io: Io,
  outcome = 'nothing was written',
): ExitCode {
  const diagnostics = shownDiagnostics(found, io.cwd)
  switch (format) {
    case 'human': {
      const palette = paletteOf(io.colour.err)
      // The notes of a failed run do not matter.
      for (const each of diagnostics) {
        if (each.severity !== 'note') io.err(`${formatHuman(each, palette)}\n\n`)
      }
      const count = diagnostics.filter(isError).length
      io.err(`${count} ${count === 1 ? 'error' : 'errors'}; ${outcome}. ${explanationOf(diagnostics)}\n`)
      break
    }
    case 'json':
      showJson({ diagnostics }, io)
      break
    case 'github':
      for (const each of annotated(diagnostics, io.cwd)) io.out(`${formatGithub(each)}\n`)
      break
  }
  return EXIT.invalid
}

/** Prints the warnings and notes of a run that continues. `quiet` omits the notes. */
export function advise(
  found: readonly Diagnostic[],
  { format, quiet }: { readonly format: Format; readonly quiet?: boolean },
  io: Io,
): void {
  const palette = paletteOf(io.colour.err)
  const shown = shownDiagnostics(found, io.cwd)
  if (format === 'github') {
    for (const each of annotated(shown, io.cwd)) io.out(`${formatGithub(each)}\n`)
    return
  }
  for (const each of shown) {
    if (each.severity !== 'note') io.err(`${formatHuman(each, palette)}\n\n`)
    else if (!quiet) io.err(`${formatHuman(each, palette)}\n`)
  }
  if (found.some(({ severity }) => severity !== 'note')) {
    io.err(`${explanationOf(found)}\n`)
  }
}

/** The command that explains the errors and warnings of a run, as a sentence. */
export function explanationOf(diagnostics: readonly Diagnostic[]): string {
  const told = diagnostics.filter(({ severity }) => severity !== 'note')
  const codes = [...new Set(told.map(({ code }) => code))]
  return `For details, run npx jsonapi-gen explain ${codes.join(' ')}.`
}

/** The result of a run for other programs. Each key is present only if the run got that far. */
export interface JsonResult {
  readonly diagnostics: readonly Diagnostic[]
  readonly files?: readonly { readonly path: string; readonly kind: string; readonly help?: string }[]
  /** The changes to the contract that the run was compared with. */
  readonly contract?: object
  readonly orphans?: readonly {
    readonly path: string
    readonly missing: string
    readonly movesTo?: string
  }[]
  readonly overwritten?: readonly { readonly path: string; readonly reason: string }[]
}

/** Prints the result of a run as one JSON document. */
export function showJson({ diagnostics, ...rest }: JsonResult, io: Io): void {
  io.out(`${JSON.stringify({ diagnostics: diagnostics.map(toJsonDiagnostic), ...rest }, undefined, 2)}\n`)
}

/** Diagnostics with every path as a user in `cwd` would type it. */
export function shownDiagnostics(diagnostics: readonly Diagnostic[], cwd: string): readonly Diagnostic[] {
  return withPaths(diagnostics, typedIn(cwd))
}

/** The path of a file as a user in `cwd` would type it. */
export const typedIn =
  (cwd: string) =>
  (path: string): string =>
    isAbsolute(path) ? shownPath(path, cwd) : path

/** Diagnostics with every path as GitHub's annotations need it. */
export const annotated = (diagnostics: readonly Diagnostic[], cwd: string): readonly Diagnostic[] =>
  withPaths(diagnostics, (path) => inRepository(path, cwd))

function withPaths(
  diagnostics: readonly Diagnostic[],
  pathOf: (path: string) => string,
): readonly Diagnostic[] {
  return diagnostics.map((each) => ({
    ...each,
    at: movedTo(each.at, pathOf),
    related: each.related.map((other) => ({ ...other, at: movedTo(other.at, pathOf) })),
  }))
}

/** A path as a user in `cwd` would type it. */
export function shownPath(path: string, cwd: string): string {
  const way = relative(cwd, path)
  return (way === '' || way.startsWith('../..') ? path : way).replaceAll('\\', '/')
}
