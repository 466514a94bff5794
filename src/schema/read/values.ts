import type { Report } from '../../diagnostic/report.js'
import { didYouMean, suggest } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import { located, type Located } from '../../source/source.js'
import { kindOf, type Tree } from '../../tree/tree.js'

/**
 * Reads a string. Like every reader in this file, it reports and omits anything else (JG202), and an absent value stays
 * absent.
 */
export function readText(tree: Tree | undefined, what: string, report: Report): Located<string> | undefined {
  if (tree === undefined) return undefined
  if (tree.kind === 'scalar' && typeof tree.value === 'string') return located(tree.value, tree.at)
  const quotes = tree.kind === 'scalar' && tree.value !== null ? '; put it in quotes to make it text' : ''
  report.add('JG202', tree.at, `${what} must be text, not ${kindOf(tree)}${quotes}`)
  return undefined
}

/** Reads true or false. */
export function readBoolean(
  tree: Tree | undefined,
  what: string,
  report: Report,
): Located<boolean> | undefined {
  if (tree === undefined) return undefined
  if (tree.kind === 'scalar' && typeof tree.value === 'boolean') return located(tree.value, tree.at)
  report.add('JG202', tree.at, `${what} must be true or false, not ${kindOf(tree)}`)
  return undefined
}

/** Reads a whole number. A number below `least` is reported as out of range (JG209). */
export function readInteger(
  tree: Tree | undefined,
  what: string,
  least: number,
  report: Report,
): Located<number> | undefined {
  if (tree === undefined) return undefined
  if (tree.kind !== 'scalar' || typeof tree.value !== 'number' || !Number.isSafeInteger(tree.value)) {
    report.add('JG202', tree.at, `${what} must be a whole number, not ${kindOf(tree)}`)
    return undefined
  }
  if (tree.value >= least) return located(tree.value, tree.at)
  report.add('JG209', tree.at, `${what} is ${tree.value}, but must be at least ${least}`)
  return undefined
}

/**
 * Reads one word of a closed list. A word that is not in the list is reported with the most similar word (JG205), and
 * read as that word.
 */
export function readOneOf<Word extends string>(
  tree: Tree | undefined,
  what: string,
  words: readonly Word[],
  report: Report,
): Located<Word> | undefined {
  // In `adapter: null` and `sort: null`, `null` means the word itself, not YAML's null.
  const nullWord = words.find((word) => word === 'null')
  if (tree?.kind === 'scalar' && tree.value === null && nullWord !== undefined) {
    return located(nullWord, tree.at)
  }
  const text = readText(tree, what, report)
  if (text === undefined) return undefined
  const word = words.find((candidate) => candidate === text.value)
  if (word !== undefined) return located(word, text.at)
  report.add('JG205', text.at, `${what} cannot be ${quoted(text.value)}${didYouMean(text.value, words)}`, {
    help: allowed(words),
  })
  const meant = suggest(text.value, words)
  const near = words.find((candidate) => candidate === meant)
  return near && located(near, text.at)
}

/** Reads a list whose items `item` reads. Repeated items are reported (JG211). */
export function readList<Item extends { readonly value: unknown }>(
  tree: Tree | undefined,
  what: string,
  item: (tree: Tree) => Item | undefined,
  report: Report,
): readonly Item[] | undefined {
  if (tree === undefined) return undefined
  if (tree.kind !== 'list') {
    report.add('JG202', tree.at, `${what} must be a list, not ${kindOf(tree)}`)
    return undefined
  }
  const seen = new Set<unknown>()
  const items: Item[] = []
  for (const each of tree.items) {
    const read = item(each)
    if (read === undefined) continue
    if (seen.has(read.value)) {
      report.add('JG211', each.at, `${what} contains ${quoted(String(read.value))} twice`)
      continue
    }
    seen.add(read.value)
    items.push(read)
  }
  return items
}

/** Reads a list of strings. */
export function readTexts(
  tree: Tree | undefined,
  what: string,
  report: Report,
): readonly Located<string>[] | undefined {
  return readList(tree, what, (item) => readText(item, `An entry in ${lower(what)}`, report), report)
}

function lower(what: string): string {
  return what.charAt(0).toLowerCase() + what.slice(1)
}

/** Reads the columns of a key: a single name, or a list of several. */
export function readColumns(
  tree: Tree | undefined,
  what: string,
  report: Report,
): readonly Located<string>[] | undefined {
  if (tree?.kind === 'list') return readTexts(tree, what, report)
  const column = readText(tree, what, report)
  return column && [column]
}
