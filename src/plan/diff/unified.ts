import { editsBetween, type Edit } from './edits.js'

/** The colors for a diff. */
export interface DiffPalette {
  readonly removed: (text: string) => string
  readonly added: (text: string) => string
  readonly faint: (text: string) => string
}

const plain: DiffPalette = { removed: String, added: String, faint: String }
const CONTEXT = 3

/**
 * Returns a unified diff of one file, for `patch` and `git apply`. Pass undefined for a file that does not exist. The
 * diff is empty if both texts are equal.
 */
export function unifiedDiff(
  path: string,
  before: string | undefined,
  after: string | undefined,
  palette: DiffPalette = plain,
): string {
  if (before === after) return ''
  const edits = editsBetween(linesOf(before), linesOf(after))
  const head = [
    palette.removed(`--- ${before === undefined ? '/dev/null' : `a/${path}`}`),
    palette.added(`+++ ${after === undefined ? '/dev/null' : `b/${path}`}`),
  ]
  return [...head, ...hunksOf(edits).flatMap((hunk) => formatHunk(hunk, palette))].join('\n')
}

interface Hunk {
  readonly oldStart: number
  readonly newStart: number
  readonly edits: readonly Edit[]
}

// Changes with at most three lines between them share a hunk.
function hunksOf(edits: readonly Edit[]): readonly Hunk[] {
  const changed = edits.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]))
  const ranges: { start: number; end: number }[] = []
  for (const index of changed) {
    const last = ranges.at(-1)
    const start = Math.max(0, index - CONTEXT)
    const end = Math.min(edits.length, index + CONTEXT + 1)
    if (last && start <= last.end) last.end = end
    else ranges.push({ start, end })
  }
  return ranges.map(({ start, end }) => {
    const above = edits.slice(0, start)
    return {
      oldStart: above.filter(({ kind }) => kind !== 'added').length + 1,
      newStart: above.filter(({ kind }) => kind !== 'removed').length + 1,
      edits: edits.slice(start, end),
    }
  })
}

function formatHunk({ oldStart, newStart, edits }: Hunk, palette: DiffPalette): readonly string[] {
  const oldLines = edits.filter(({ kind }) => kind !== 'added').length
  const newLines = edits.filter(({ kind }) => kind !== 'removed').length
  return [
    palette.faint(`@@ -${rangeOf(oldStart, oldLines)} +${rangeOf(newStart, newLines)} @@`),
    ...edits.map(({ kind, text }) => {
      switch (kind) {
        case 'same':
          return ` ${text}`
        case 'removed':
          return palette.removed(`-${text}`)
        case 'added':
          return palette.added(`+${text}`)
      }
    }),
  ]
}

function rangeOf(start: number, lines: number): string {
  if (lines === 1) return String(start)
  return `${lines === 0 ? start - 1 : start},${lines}`
}

function linesOf(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return []
  return (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n')
}
