import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { Span } from '../../source/source.js'
import type { Entry, MapTree, Tree } from '../../tree/tree.js'

/** The parts of a resource that annotations add to. Each is a map keyed by name. */
export const SECTIONS = [
  'attributes',
  'filters',
  'defaultFilters',
  'stats',
  'extraFields',
  'sideloads',
] as const
export type Section = (typeof SECTIONS)[number]

/** A resource's tree while annotations are added to it. */
export interface ResourceTree {
  /** Adds an entry to a section. A second entry with the same name is reported (JG105). */
  add(section: Section, entry: Entry): void
  /** Sets a key of the resource itself. A second value is reported (JG105). */
  set(entry: Entry): void
  /** The tree so far. */
  tree(at: Span): MapTree
}

/** An empty resource. */
export function resourceTree(report: Report): ResourceTree {
  const keys = new Map<string, Entry>()
  const sections = new Map<Section, Map<string, Entry>>()
  const sectionOf = (section: Section): Map<string, Entry> => {
    const known = sections.get(section) ?? new Map<string, Entry>()
    sections.set(section, known)
    return known
  }
  return {
    add: (section, entry) => addTo(sectionOf(section), entry, report),
    set: (entry) => {
      const section = SECTIONS.find((each) => each === entry.key)
      if (section === undefined || entry.value.kind !== 'map') addTo(keys, entry, report)
      else for (const each of entry.value.entries) addTo(sectionOf(section), each, report)
    },
    tree: (at) => ({
      kind: 'map',
      at,
      entries: [
        ...keys.values(),
        ...[...sections]
          .filter(([section]) => !keys.has(section))
          .map(([key, entries]): Entry => ({
            key,
            at,
            value: { kind: 'map', entries: [...entries.values()], at },
          })),
      ],
    }),
  }
}

/** The map, or a null scalar if the map is empty. */
export function mapOrNothing(map: MapTree): Tree {
  return map.entries.length === 0 ? { kind: 'scalar', value: null, at: map.at } : map
}

/** The entries with distinct keys. A repeated key is reported (JG105). */
export function distinct(entries: readonly Entry[], report: Report): readonly Entry[] {
  const seen = new Map<string, Entry>()
  for (const entry of entries) addTo(seen, entry, report)
  return [...seen.values()]
}

function addTo(entries: Map<string, Entry>, entry: Entry, report: Report): void {
  const first = entries.get(entry.key)
  if (first === undefined) {
    entries.set(entry.key, entry)
    return
  }
  report.add('JG105', entry.at, `Duplicate key ${quoted(entry.key)}`, {
    related: [{ at: first.at, message: 'the first one is here' }],
  })
}
