import type { Report } from '../../diagnostic/report.js'
import { didYouMean, suggest } from '../../diagnostic/suggest.js'
import { allowed, quoted, sentence } from '../../diagnostic/words.js'
import type { Span } from '../../source/source.js'
import { kindOf, namesIn, type Entry, type ScalarTree, type Tree } from '../../tree/tree.js'

/** The entries of a map with fixed keys, after unknown ones were reported. */
export interface Fields<Key extends string> {
  /** The location of the map; the location of its key if the map is empty. */
  readonly at: Span
  get(key: Key): Tree | undefined
  /** The location of a key. */
  keyAt(key: Key): Span | undefined
}

/**
 * Reads a map with fixed keys. `what` names the map in messages: `an attribute`. Unknown keys are reported with the
 * most similar key (JG201), and read as that key. A tree that is not a map is reported (JG202) and read as empty. No
 * value (`status:`) is an empty map. Old keys are accepted, but not suggested.
 */
export function readFields<Key extends string, Old extends string = never>(
  tree: Tree,
  what: string,
  keys: readonly Key[],
  report: Report,
  oldKeys: readonly Old[] = [],
): Fields<Key | Old> {
  const known: ReadonlySet<string> = new Set<string>([...keys, ...oldKeys])
  const entries = entriesOf(tree, what, report)
  const found = new Map<string, Entry>(
    entries.filter(({ key }) => known.has(key)).map((entry) => [entry.key, entry]),
  )
  // The last key without a value, and the unknown keys after it, which may have been meant as its value.
  let open: { readonly owner: Entry; readonly inside: Entry[] } | undefined
  for (const entry of entries) {
    if (known.has(entry.key)) {
      open = isNothing(entry.value) ? { owner: entry, inside: [] } : undefined
      continue
    }
    const meant = suggest(entry.key, keys)
    if (meant === undefined && open) {
      open.inside.push(entry)
      const { owner, inside } = open
      found.set(owner.key, { ...owner, value: { kind: 'map', entries: inside, at: entry.at } })
      if (inside.length > 1) continue
    }
    const message = `Unknown key ${quoted(entry.key)} in ${what}${didYouMean(entry.key, keys)}`
    const indent = meant === undefined && open ? `indent it if it is part of ${open.owner.key}; ` : ''
    report.add('JG201', entry.at, message, { help: `${indent}${allowed(keys)}` })
    if (meant !== undefined && !found.has(meant)) found.set(meant, { ...entry, key: meant })
    else report.leaveOut([entry.key, ...namesIn(entry.value)])
  }
  for (const { key, at, value } of found.values()) {
    const example = EXAMPLES.get(key)
    if (example === undefined || !isNothing(value)) continue
    report.add('JG202', at, `${sentence(key)} has no value`, {
      help: `write it, such as ${key}: ${example}, or remove ${key}`,
    })
    found.delete(key)
  }
  return {
    at: tree.at,
    get: (key) => found.get(key)?.value,
    keyAt: (key) => found.get(key)?.at,
  }
}

/**
 * The keys of policies and settings, each with an example value. They must have a value, because a key without one
 * would look meaningful. A list of names may be empty.
 */
const EXAMPLES: ReadonlyMap<string, string> = new Map([
  ['actions', '[index, show]'],
  ['defaults', '{ page: { size: 20 } }'],
  ['generate', '{ output: src/api }'],
  ['groups', '{ Post: { resource: posts, foreignKey: subjectId } }'],
  ['guards', '{ create: isEditor }'],
  ['page', '{ size: 20 }'],
  ['prisma', '{ schema: prisma/schema.prisma }'],
  ['scopes', '{ read: visible }'],
])

/** The entries of a map whose keys are names. A tree that is not a map is reported (JG202) and has no entries. */
export function entriesOf(tree: Tree | undefined, what: string, report: Report): readonly Entry[] {
  if (tree === undefined || isNothing(tree)) return []
  if (tree.kind === 'map') return tree.entries
  reportNoMap(tree, what, report)
  return []
}

/** Reports a scalar that is neither a map or a list of names nor the word `all` (JG202). */
export function reportNames(tree: ScalarTree, what: string, report: Report): void {
  reportNoMap(tree, what, report, typeof tree.value === 'string' ? didYouMean(tree.value, ['all']) : '')
}

function reportNoMap(tree: Tree, what: string, report: Report, hint = ''): void {
  report.add('JG202', tree.at, `Expected a map for ${what}, not ${kindOf(tree)}${hint}`)
}

/** Whether a key has no value. */
export function isNothing(tree: Tree): boolean {
  return tree.kind === 'scalar' && tree.value === null
}
