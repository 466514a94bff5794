import { readFileSync } from 'node:fs'
import { at } from '../../scripts/lib/paths.js'

/** A fenced block of a page. */
export interface Block {
  /** The heading that it stands below. */
  readonly heading: string
  readonly language: string
  /** What stands behind the language, where renderers do not show it: nothing. */
  readonly info: string
  /** The file that the line above it names. */
  readonly path?: string
  /** The database or the framework that it is for, where another needs something else. */
  readonly only?: string
  /** Where it goes, if it is not the whole file: in place of a piece of a line, of a whole line or of each such line, or at the end. */
  readonly place?: 'piece' | 'line' | 'each' | 'end'
  /** What it takes the place of. */
  readonly old?: string
  /** That of its first line of text. */
  readonly line: number
  readonly text: string
}

/** Every fenced block of a page, in its order. */
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

/** A path, for whom it is, where the block goes in the file, and in place of what. */
const LABEL =
  /^ *\*\*`(\S+)`\*\*(?:, (?:on|with) (\w+))?(?:, (?:(at its end)|in place of (?:(the|each) line )?(`+) ?(.+?) ?\5))?:?$/

const PLACES = new Map<string | undefined, 'line' | 'each'>([
  ['the', 'line'],
  ['each', 'each'],
])

/** What a line says of the block below it: **`a.ts`**, or **`a.ts`**, with Hono, in place of `b`. */
function labelIn(text: string): Label {
  const [, path, only, end, line, , old] = LABEL.exec(text) ?? []
  if (path === undefined) return {}
  const of = only === undefined ? { path } : { path, only }
  if (end !== undefined) return { ...of, place: 'end' }
  return old === undefined ? of : { ...of, place: PLACES.get(line) ?? 'piece', old }
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

/** Code of a page as the tests that run it are formatted: without the semicolons that users see. */
export const withoutSemicolons = (code: string): string => code.replaceAll(/;$/gm, '')
