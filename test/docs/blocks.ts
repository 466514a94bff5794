import { readFileSync } from 'node:fs'
import { at } from '../../scripts/lib/paths.js'

/** A fenced code block on a page. */
export interface Block {
  /** The heading above the block. */
  readonly heading: string
  readonly language: string
  /** The text after the language, which renderers do not show. It must be empty. */
  readonly info: string
  /** The file name in the line above the block. */
  readonly path?: string
  /** The database or framework that the block is for, if others need a different block. */
  readonly only?: string
  /**
   * The position of the block, if it is not a whole file: it replaces part of a line, a whole line or each
   * such line, or is appended.
   */
  readonly place?: 'piece' | 'line' | 'each' | 'end'
  /** The text that the block replaces. */
  readonly old?: string
  /** The line number at which the block's text begins. */
  readonly line: number
  readonly text: string
}

/** Every fenced block on a page, in order. */
export function blocksIn(page: string): readonly Block[] {
  const blocks: Block[] = []
  let heading = ''
  let label: Label = {}
  let open: { readonly fence: string; readonly block: Block; readonly lines: string[] } | undefined
  for (const [index, text] of readFileSync(at(page), 'utf8').split('\n').entries()) {
    const [, fence = '', language = '', info = ''] = /^ *(`{3,})(\S*) ?(.*)$/.exec(text) ?? []
    if (open) {
      if (fence === open.fence && language === '') {
        blocks.push({ ...open.block, text: open.lines.map((line) => `${line}\n`).join('') })
        open = undefined
      } else open.lines.push(text)
    } else if (fence !== '') {
      open = { fence, block: { heading, language, info, ...label, line: index + 2, text: '' }, lines: [] }
      label = {}
    } else {
      heading = /^#+ (.*)$/.exec(text)?.[1] ?? heading
      if (text !== '') label = labelIn(text)
    }
  }
  return blocks
}

type Label = Pick<Block, 'path' | 'only' | 'place' | 'old'>

/**
 * A path, the database or framework, the position of the block in the file, and the text that it replaces.
 */
const LABEL =
  /^ *(?:(?:With (\w+), in|In) )?\*\*`(\S+)`\*\*(?:, on (\w+))?(?:, (?:(at its end)|replace (?:(the|each) line )?(`+) ?(.+?) ?\6 with))?:?$/

const PLACES = new Map<string | undefined, 'line' | 'each'>([
  ['the', 'line'],
  ['each', 'each'],
])

/**
 * The information about a block in the line above it, such as "**`a.ts`**" or "With Hono, in **`a.ts`**, replace `b` with:".
 */
function labelIn(text: string): Label {
  const [, framework, path, database, end, line, , old] = LABEL.exec(text) ?? []
  if (path === undefined) return {}
  const only = framework ?? database
  const of = only === undefined ? { path } : { path, only }
  if (end !== undefined) return { ...of, place: 'end' }
  return old === undefined ? of : { ...of, place: PLACES.get(line) ?? 'piece', old }
}

/**
 * The blocks of a page in a language, or only those below one of its headings, for the test that runs them.
 * Each call claims that its blocks are run. test/docs/blocks.test.ts reads the literal arguments of the
 * calls, and reports blocks that no call claims. A claim without a block is an error.
 *
 * @param language `*` for every language
 */
export function blocksOf(page: string, language: string, heading?: string): readonly Block[] {
  const found = blocksIn(page).filter((block) => isOf(block, language, heading))
  if (found.length === 0) throw new Error(`${page} has no block of ${language} below "${heading ?? page}".`)
  return found
}

/** Returns whether a block matches a claim. */
export const isOf = (block: Block, language: string, heading: string | undefined): boolean =>
  (language === '*' || block.language === language) && (heading === undefined || block.heading === heading)

/**
 * Code without the parts that its formatter may change, and without comments and imports, whose paths differ.
 */
export const withoutLayout = (code: string): string =>
  code
    .replaceAll(/^ *(?:\/\/|import ).*$/gm, '')
    .replaceAll(/ \/\/ .*$/gm, '')
    .replaceAll(/[\s,;]+/g, '')

/** Code on a page, formatted like the tests that run it: without the semicolons that users see. */
export const withoutSemicolons = (code: string): string => code.replaceAll(/;$/gm, '')
