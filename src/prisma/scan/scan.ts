import { located, spanOf, type Source, type Span } from '../../source/source.js'
import type { Block, DocLine, Member, Scanned } from './blocks.js'
import { linesOf, type ScannedLine } from './lines.js'

/**
 * Finds the blocks, members and documentation of a Prisma schema with their locations, which Prisma's own
 * reader does not return. The language is line-based, and the text is already known to be valid, so this only
 * finds locations.
 */
export function scanPrisma(source: Source): Scanned {
  const blocks: Block[] = []
  const strayDocs: DocLine[] = []
  let docs: DocLine[] = []
  let open: OpenBlock | undefined
  for (const line of linesOf(source)) {
    if (line.code === '') {
      if (line.doc) docs.push(line.doc)
    } else if (open === undefined) {
      open = openBlock(line, docs, source)
      if (!open) strayDocs.push(...docs)
      docs = []
    } else if (line.code.startsWith('}')) {
      open.strayDocs.push(...docs)
      blocks.push(open)
      open = undefined
      docs = []
    } else {
      const member = memberOf(line, docs, source)
      if (line.code.startsWith('@@')) open.attributes.push(line.code)
      if (member) open.members.push(member)
      else open.strayDocs.push(...docs)
      docs = []
    }
  }
  return { source, blocks, strayDocs: [...strayDocs, ...docs] }
}

interface OpenBlock extends Block {
  readonly members: Member[]
  readonly attributes: string[]
  readonly strayDocs: DocLine[]
}

function openBlock(line: ScannedLine, docs: readonly DocLine[], source: Source): OpenBlock | undefined {
  const keyword = wordAt(line.code, 0)
  const start = skipBlanks(line.code, keyword.length)
  const name = wordAt(line.code, start)
  if (keyword === '' || name === '') return undefined
  return {
    keyword,
    name: located(name, placed(line, start, name.length, source)),
    docs,
    members: [],
    attributes: [],
    strayDocs: [],
  }
}

function memberOf(line: ScannedLine, docs: readonly DocLine[], source: Source): Member | undefined {
  const name = wordAt(line.code, 0)
  if (name === '') return undefined
  const start = skipBlanks(line.code, name.length)
  const rest = line.code.slice(start)
  return {
    name: located(name, placed(line, 0, name.length, source)),
    docs: line.doc ? [...docs, line.doc] : docs,
    rest: located(rest, placed(line, start, rest.length, source)),
  }
}

function placed(line: ScannedLine, column: number, length: number, source: Source): Span {
  return spanOf(source, line.start + column, line.start + column + length)
}

function wordAt(text: string, start: number): string {
  WORD.lastIndex = start
  return WORD.exec(text)?.[0] ?? ''
}

/** Prisma accepts letters and digits from every script. */
const WORD = /[\p{Alphabetic}\p{N}_]+/uy

function skipBlanks(text: string, start: number): number {
  let at = start
  while (at < text.length && /\s/.test(text.charAt(at))) at++
  return at
}
