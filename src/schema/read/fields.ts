import type { Report } from '../../diagnostic/report.js'
import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { Span } from '../../source/source.js'
import { kindOf, type Entry, type Tree } from '../../tree/tree.js'

/** The entries of a map with fixed keys, after unknown ones were reported. */
export interface Fields<Key extends string> {
  /** The place of the map; the place of its key if the map is empty. */
  readonly at: Span
  get(key: Key): Tree | undefined
  /** The place of a key. */
  keyAt(key: Key): Span | undefined
}

/**
 * Reads a map with fixed keys. `what` names the map in messages: `an attribute`. Unknown keys are reported with the
 * most similar one (JG201). A tree that is not a map is reported (JG202) and read as empty. No value (`status:`) is an
 * empty map. Old keys are accepted, but not suggested.
 */
export function readFields<Key extends string, Old extends string = never>(
  tree: Tree,
  what: string,
  keys: readonly Key[],
  report: Report,
  oldKeys: readonly Old[] = [],
): Fields<Key | Old> {
  const known: ReadonlySet<string> = new Set<string>([...keys, ...oldKeys])
  const found = new Map<string, Entry>()
  for (const entry of entriesOf(tree, what, report)) {
    if (known.has(entry.key)) {
      found.set(entry.key, entry)
    } else {
      const message = `Unknown key ${quoted(entry.key)} in ${what}${didYouMean(entry.key, keys)}`
      report.add('JG201', entry.at, message, { help: allowed(keys) })
    }
  }
  return {
    at: tree.at,
    get: (key) => found.get(key)?.value,
    keyAt: (key) => found.get(key)?.at,
  }
}

/** The entries of a map whose keys are names; a tree that is not a map is reported (JG202) and has none. */
export function entriesOf(tree: Tree | undefined, what: string, report: Report): readonly Entry[] {
  if (tree === undefined || isNothing(tree)) return []
  if (tree.kind === 'map') return tree.entries
  report.add('JG202', tree.at, `Expected a map for ${what}, not ${kindOf(tree)}`)
  return []
}

/** Whether a key has no value. */
export function isNothing(tree: Tree): boolean {
  return tree.kind === 'scalar' && tree.value === null
}
