import { readFile } from 'node:fs/promises'
import { nearest } from '@jsonapi-gen/runtime/vocabulary'
import { CATALOGUE } from '../diagnostic/catalogue.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { paletteOf } from './palette.js'

/** Prints the sections about the given diagnostics from docs/diagnostics.md, which is part of the package. */
export async function explain(codes: readonly string[], io: Io): Promise<ExitCode> {
  const known = Object.keys(CATALOGUE)
  const asked = [...new Set(codes.map((code) => code.toUpperCase()))]
  const unknown = asked.find((code) => !known.includes(code))
  if (unknown !== undefined) {
    const meant = nearest(unknown, known)
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
    io.err(`Unknown diagnostic ${unknown}.${hint}\n`)
    return EXIT.invalid
  }
  const page = await readFile(new URL('../../docs/diagnostics.md', import.meta.url), 'utf8')
  const { place } = paletteOf(io.colour.out)
  const texts = asked.map((code) => {
    const [title = '', ...rest] = sectionOf(page, code)
    return `${place(title)}\n${rest.join('\n')}`.trimEnd()
  })
  io.out(`${texts.join('\n\n')}\n`)
  return EXIT.done
}

/** The lines of a section: its title and its text. A Markdown link becomes its text. */
function sectionOf(page: string, code: string): readonly string[] {
  const lines = page.split('\n')
  const start = lines.findIndex((line) => line.startsWith(`### ${code} `))
  const end = lines.findIndex((line, index) => index > start && line.startsWith('##'))
  return lines
    .slice(start, end === -1 ? undefined : end)
    .map((line) => line.replace(/^### /, '').replaceAll(/\[([^\]]*)\]\([^)\s]*\)/g, '$1'))
}
