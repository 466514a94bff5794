import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../scripts/lib/paths.js'

/** A block of code in a docstring. */
export interface Example {
  readonly path: string
  /** The text of the file that contains it. The example may use the file's exports. */
  readonly file: string
  /** The line number at which the block's code begins. */
  readonly line: number
  readonly language: string
  readonly code: string
}

/** The code blocks in the docstrings of a folder. Throws if a file contains any other fence. */
export async function examplesUnder(root: string): Promise<readonly Example[]> {
  const names = (await readdir(at(root), { recursive: true })).filter((name) => name.endsWith('.ts'))
  const found = await Promise.all(
    names.toSorted().map(async (name) => {
      const path = join(root, name)
      const text = await readFile(at(path), 'utf8')
      const blocks = [...text.matchAll(/^ *\* ```(\S*)\n([^]*?)^ *\* ```$/gm)]
      if (text.split('```').length - 1 !== blocks.length * 2) throw new Error(`${path} has another fence.`)
      return blocks.map((match): Example => ({
        path,
        file: text,
        line: text.slice(0, match.index).split('\n').length + 1,
        language: match[1] ?? '',
        code: (match[2] ?? '').replaceAll(/^ *\* ?/gm, ''),
      }))
    }),
  )
  return found.flat()
}

/** Returns whether a text consists of class members instead of statements. */
export function isMembers(text: string): boolean {
  return /^(?:static \{|(?:override|readonly|async|constructor)\b(?! \()|\w+(?:<.*>)?\(.*\): .*\{$)/m.test(
    text.split('\n')[0] ?? '',
  )
}
