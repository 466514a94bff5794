import type { Report } from '../../diagnostic/report.js'
import type { Located } from '../../source/source.js'
import { bareEntry, type Entry, type MapTree, type Tree } from '../../tree/tree.js'
import { listOf, refusePositional } from './model-annotations.js'
import type { Annotation } from './parse.js'
import { distinct, mapOrNothing, type ResourceTree } from './sections.js'

/** How the annotations of a column say that it is, or is not, an attribute. */
export interface ColumnExposure {
  /** Not at all; as every column is unless it is a key; or although it is one. */
  readonly exposed: 'never' | 'usually' | 'always'
}

/**
 * Adds what the annotations of a column say of filters, stats and the like, and of the attribute itself, whose entry is
 * added only where `isExposed` says that the column becomes one.
 */
export function applyToColumn(
  field: Located<string>,
  annotations: readonly Annotation[],
  isExposed: (exposure: ColumnExposure['exposed']) => boolean,
  resource: ResourceTree,
  report: Report,
): void {
  const options: Entry[] = []
  let exposure: ColumnExposure['exposed'] = 'usually'
  for (const annotation of annotations) {
    const { name, named, positional } = annotation
    const at = name.at
    switch (name.value) {
      case 'hidden':
        refuseValues(annotation, report)
        exposure = 'never'
        break
      case 'readOnly':
        refuseValues(annotation, report)
        options.push({ key: 'writable', at, value: { kind: 'scalar', value: false, at } })
        break
      case 'version':
        refuseValues(annotation, report)
        resource.set({ key: 'version', at, value: { kind: 'scalar', value: field.value, at } })
        break
      case 'attribute':
        refusePositional(annotation, report)
        options.push(...named.entries)
        if (exposure === 'usually') exposure = 'always'
        break
      case 'filter':
        refusePositional(annotation, report)
        resource.add('filters', { key: field.value, at, value: mapOrNothing(named) })
        break
      case 'stat':
        resource.add('stats', {
          key: field.value,
          at,
          value: positional.length > 0 ? listOf(annotation) : named,
        })
        break
      case 'defaultFilter':
        resource.add('defaultFilters', { key: field.value, at, value: oneValue(annotation, report) })
        break
      default:
        throw new Error(`@jsonapi.${name.value} is known, but not of columns`)
    }
  }
  if (!isExposed(exposure)) return
  const [first] = options
  const tree: MapTree | undefined = first && { kind: 'map', entries: distinct(options, report), at: field.at }
  resource.add(
    'attributes',
    tree ? { key: field.value, at: field.at, value: tree } : bareEntry(field.value, field.at),
  )
}

/** Adds the sideload of a relation; `isExposed` says whether the other side is a resource too. */
export function applyToRelation(
  field: Located<string>,
  annotations: readonly Annotation[],
  isExposed: boolean,
  resource: ResourceTree,
  report: Report,
): void {
  const sideload = annotations.find(({ name }) => name.value === 'sideload')
  const hidden = annotations.find(({ name }) => name.value === 'hidden')
  if (hidden) refuseValues(hidden, report)
  if (sideload) refusePositional(sideload, report)
  if (hidden || (!isExposed && !sideload)) return
  const value = sideload && mapOrNothing(sideload.named)
  resource.add(
    'sideloads',
    value ? { key: field.value, at: field.at, value } : bareEntry(field.value, field.at),
  )
}

function oneValue(annotation: Annotation, report: Report): Tree {
  const { name, named, positional } = annotation
  const [only] = positional
  if (only && positional.length === 1 && named.entries.length === 0) return only
  if (positional.length > 0) {
    report.add('JG510', name.at, '@jsonapi.defaultFilter takes one value, or operators')
  }
  return named
}

function refuseValues({ name, named, positional }: Annotation, report: Report): void {
  const first = positional[0] ?? named.entries[0]
  if (first) report.add('JG510', first.at, `@jsonapi.${name.value} takes no values`)
}
