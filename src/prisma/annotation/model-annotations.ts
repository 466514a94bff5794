import type { Report } from '../../diagnostic/report.js'
import type { ListTree, Tree } from '../../tree/tree.js'
import type { Annotation } from './parse.js'
import type { ResourceTree, Section } from './sections.js'

/** Adds a model's annotation: `@jsonapi.stat(total: [count])` has one entry for each name. */
export function applyToModel(annotation: Annotation, resource: ResourceTree, report: Report): void {
  const { name, named, positional } = annotation
  if (name.value === 'sideloadWhitelist') {
    resource.set({ key: name.value, at: name.at, value: positional.length > 0 ? listOf(annotation) : named })
    return
  }
  if (name.value === 'deprecated') {
    refusePositional(annotation, report)
    resource.set({ key: name.value, at: name.at, value: named })
    return
  }
  const section = SECTION_OF.get(name.value)
  refusePositional(annotation, report)
  if (section === undefined) return
  if (named.entries.length === 0 && positional.length === 0) {
    report.add(
      'JG510',
      name.at,
      `@jsonapi.${name.value} above a model needs the name of the field it describes: (name: …)`,
    )
  }
  for (const entry of named.entries) resource.add(section, entry)
}

/** Reports values without a name in an annotation whose values all need one (JG510). */
export function refusePositional({ name, positional }: Annotation, report: Report): void {
  const [first] = positional
  if (first) {
    report.add('JG510', first.at, `Every value of @jsonapi.${name.value} needs a name: (name: value)`)
  }
}

/** The values without a name, as a list. */
export function listOf({ positional, name }: Annotation): ListTree {
  const first: Tree | undefined = positional[0]
  return { kind: 'list', items: positional, at: first?.at ?? name.at }
}

const SECTION_OF: ReadonlyMap<string, Section> = new Map<string, Section>([
  ['attribute', 'attributes'],
  ['filter', 'filters'],
  ['defaultFilter', 'defaultFilters'],
  ['stat', 'stats'],
  ['extraField', 'extraFields'],
  ['sideload', 'sideloads'],
])
