import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import { ATTRIBUTE_KEYS } from './attribute.js'
import { isNothing } from './fields.js'
import { FILTER_KEYS } from './filter.js'
import { SIDELOAD_KEYS } from './sideload.js'
import type { Entry, MapTree, Tree } from '../../tree/tree.js'

/**
 * The resources, after moving back parts that wrong indentation put one level too high or too low: a resource's key
 * among the resources or inside another key, and a resource among another resource's keys. Each is reported once
 * (JG201), instead of once for each of its keys.
 */
export function putBack(
  entries: readonly Entry[],
  keys: readonly string[],
  report: Report,
): readonly Entry[] {
  const isKey = (name: string): boolean => keys.includes(name)
  const hasKey = (tree: Tree): boolean => tree.kind === 'map' && tree.entries.some(({ key }) => isKey(key))
  const move = ({ key, at }: Entry, is: string, meant: string): void => {
    report.add('JG201', at, `The indentation of ${quoted(key)} makes it ${is} instead of ${meant}`, {
      help: 'indent it like its siblings',
    })
  }
  const result: Entry[] = []
  for (const entry of entries) {
    const before = result.at(-1)
    if (
      before &&
      isKey(entry.key) &&
      entry.value.kind === 'map' &&
      !hasKey(entry.value) &&
      lacks(before, entry.key)
    ) {
      move(entry, 'a resource', `a key of ${quoted(before.key)}`)
      result[result.length - 1] = withEntries(before, [...entriesIn(before.value), entry])
      continue
    }
    const own: Entry[] = []
    const resources: Entry[] = []
    for (const part of entriesIn(entry.value)) {
      if (!isKey(part.key) && hasKey(part.value)) {
        move(part, `a key of ${quoted(entry.key)}`, 'a resource')
        resources.push(part)
        continue
      }
      const isDeep = (inner: Entry): boolean =>
        isKey(part.key) && isKey(inner.key) && lacks(entry, inner.key) && isListOfNames(inner.value)
      const deep = MAPS.has(part.key) ? entriesIn(part.value).filter(isDeep) : []
      for (const inner of deep) move(inner, `a part of ${part.key}`, `a key of ${quoted(entry.key)}`)
      own.push(
        deep.length === 0
          ? part
          : withEntries(
              part,
              entriesIn(part.value).filter((inner) => !deep.includes(inner)),
            ),
        ...deep,
      )
    }
    const isSame = resources.length === 0 && own.every((part) => entriesIn(entry.value).includes(part))
    result.push(isSame ? entry : withEntries(entry, own), ...resources)
  }
  return result
}

/** The keys of a resource whose value is a map of names. */
const MAPS: ReadonlySet<string> = new Set(['attributes', 'filters', 'sideloads', 'extraFields'])

/**
 * The keys of an attribute, a filter or a sideload, including `type` and `enum`, which an extra field can
 * also have.
 */
const OF_A_PART: ReadonlySet<string> = new Set([...ATTRIBUTE_KEYS, ...FILTER_KEYS, ...SIDELOAD_KEYS])

/** Whether a tree is a map of names rather than the settings of one attribute, filter, sideload or extra field. */
const isListOfNames = (tree: Tree): boolean =>
  tree.kind === 'map' && tree.entries.length > 0 && !tree.entries.some(({ key }) => OF_A_PART.has(key))

const entriesIn = (tree: Tree): readonly Entry[] => (tree.kind === 'map' ? tree.entries : [])

const lacks = ({ value }: Entry, name: string): boolean =>
  (value.kind === 'map' || isNothing(value)) && !entriesIn(value).some(({ key }) => key === name)

function withEntries(entry: Entry, entries: readonly Entry[]): Entry {
  const value: MapTree = { kind: 'map', entries, at: entry.value.at }
  return { ...entry, value }
}
