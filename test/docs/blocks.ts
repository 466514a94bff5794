import { readFileSync } from 'node:fs'
import { at } from '../../scripts/lib/paths.js'

/** A fenced block of a page. */
export interface Block {
  /** The heading that it stands below. */
  readonly heading: string
  readonly language: string
  /** What stands behind the language: often the name of a file. */
  readonly name: string
  /** That of its first line of text. */
  readonly line: number
  readonly text: string
}

/** Every fenced block of a page, in its order. */
export function blocksIn(page: string): readonly Block[] {
  const blocks: Block[] = []
  let heading = ''
  let open: { readonly fence: string; readonly block: Block; readonly lines: string[] } | undefined
  for (const [index, text] of readFileSync(at(page), 'utf8').split('\n').entries()) {
    const [, fence = '', language = '', name = ''] = /^ *(`{3,})(\S*) ?(.*)$/.exec(text) ?? []
    if (open) {
      if (fence === open.fence && language === '') {
        blocks.push({ ...open.block, text: open.lines.map((line) => `${line}\n`).join('') })
        open = undefined
      } else open.lines.push(text)
    } else if (fence !== '') {
      open = { fence, block: { heading, language, name, line: index + 2, text: '' }, lines: [] }
    } else heading = /^#+ (.*)$/.exec(text)?.[1] ?? heading
  }
  return blocks
}

/**
 * The blocks of a page in a language, or those below one heading of it: for the test that runs them. A call is the claim that
 * they are run: test/docs/blocks.test.ts reads the calls, which name what they take by literals, and finds the block of which
 * there is none. A claim without a block is an error.
 *
 * @param language `*` for every language
 */
export function blocksOf(page: string, language: string, heading?: string): readonly Block[] {
  const found = blocksIn(page).filter((block) => isOf(block, language, heading))
  if (found.length === 0) throw new Error(`${page} has no block of ${language} below "${heading ?? page}".`)
  return found
}

/** Whether a claim is about a block. */
export const isOf = (block: Block, language: string, heading: string | undefined): boolean =>
  (language === '*' || block.language === language) && (heading === undefined || block.heading === heading)

/** What is left of code whatever its formatter does with lines, without lines of comment and imports, whose paths differ. */
export const withoutLayout = (code: string): string =>
  code
    .replaceAll(/^ *(?:\/\/|import ).*$/gm, '')
    .replaceAll(/ \/\/ .*$/gm, '')
    .replaceAll(/[\s,;]+/g, '')
