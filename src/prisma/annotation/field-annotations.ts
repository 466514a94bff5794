import type { Report } from '../../diagnostic/report.js'
import { quoted } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import { bareEntry, type Entry, type MapTree, type Tree } from '../../tree/tree.js'
import { listOf, refusePositional } from './model-annotations.js'
import type { Annotation } from './parse.js'
import { distinct, mapOrNothing, type ResourceTree } from './sections.js'

/** Whether the annotations of a column expose it as an attribute. */
export interface ColumnExposure {
  /** `usually` means that the column is exposed unless it is a key. `always` includes keys. */
  readonly exposed: 'never' | 'usually' | 'always'
}

/** A column, with its name on the wire (rule 14.9). */
export interface ColumnNames {
  readonly column: string
  readonly wire: Located<string>
}

/**
 * The name that `@jsonapi.attribute(name: …)` gives to a column, or `@jsonapi.sideload(name: …)` to a relation;
 * undefined without such a name.
 */
export function givenName(annotations: readonly Annotation[]): string | undefined {
  const naming = annotations.find(({ name }) => name.value === 'attribute' || name.value === 'sideload')
  return naming && nameIn(naming.named)
}

/**
 * Adds the annotations of a column: filters, stats and others, and the attribute itself. The attribute is added only if
 * `isExposed` says that the column becomes one. Returns whether it does.
 */
export function applyToColumn(
  { column, wire: field }: ColumnNames,
  annotations: readonly Annotation[],
  isExposed: (exposure: ColumnExposure['exposed']) => boolean,
  resource: ResourceTree,
  report: Report,
): boolean {
  const options: Entry[] = []
  const about: Annotation[] = []
  let exposure: ColumnExposure['exposed'] = 'usually'
  for (const annotation of annotations) {
    const { name, named } = annotation
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
        checkNames(annotation, report)
        options.push(...ownEntries(named))
        if (exposure === 'usually') exposure = 'always'
        break
      case 'deprecated':
        refusePositional(annotation, report)
        options.push({ key: 'deprecated', at, value: named })
        break
      case 'filter':
        refusePositional(annotation, report)
        about.push(annotation)
        break
      case 'stat':
        about.push(annotation)
        break
      case 'defaultFilter':
        resource.add('defaultFilters', { key: field.value, at, value: oneValue(annotation, report) })
        break
      default:
        throw new Error(`@jsonapi.${name.value} does not apply to columns`)
    }
  }
  const isAttribute = isExposed(exposure)
  for (const annotation of about) addAbout(annotation, { column, wire: field }, isAttribute, resource, report)
  if (!isAttribute) {
    if (exposure !== 'never') refuseOptions(column, annotations, report)
    return false
  }
  if (field.value !== column) options.unshift(columnEntry(column, field.at))
  const [first] = options
  const tree: MapTree | undefined = first && { kind: 'map', entries: distinct(options, report), at: field.at }
  resource.add(
    'attributes',
    tree ? { key: field.value, at: field.at, value: tree } : bareEntry(field.value, field.at),
  )
  return true
}

/** Reports annotations that describe an attribute, if their column is not exposed as one (JG512). */
function refuseOptions(column: string, annotations: readonly Annotation[], report: Report): void {
  for (const { name } of annotations) {
    const help = INSTEAD.get(name.value)
    if (help === undefined) continue
    const message = `${quoted(column)} is not an attribute, so @jsonapi.${name.value} has no effect`
    report.add('JG512', name.at, message, { help })
  }
}

/** The annotations that only describe an attribute, and what to write if the column is not exposed as one. */
const INSTEAD: ReadonlyMap<string, string> = new Map([
  ['attribute', 'remove it: everybody may read the id of a record that is visible'],
  ['readOnly', 'remove it; for a foreign key, write @jsonapi.sideload(writable: false) above the relation'],
  ['deprecated', 'remove it; for a foreign key, write it above the relation'],
])

/** Adds the filter or the stat for a column, under its own name or the attribute's. */
function addAbout(
  annotation: Annotation,
  { column, wire }: ColumnNames,
  isAttribute: boolean,
  resource: ResourceTree,
  report: Report,
): void {
  const { name, named, positional } = annotation
  checkNames(annotation, report)
  const own = nameIn(named)
  const said = ownEntries(named)
  const isStranger = !isAttribute && wire.value !== column && wire.value !== 'id'
  const columns = own !== undefined || isStranger ? [columnEntry(column, name.at)] : []
  const key = own ?? wire.value
  const isBareList = positional.length > 0 && said.length + columns.length === 0
  const calculations: Entry[] =
    positional.length === 0 ? [] : [{ key: 'calculations', at: name.at, value: listOf(annotation) }]
  const map: MapTree = { ...named, entries: [...columns, ...calculations, ...said] }
  resource.add(name.value === 'stat' ? 'stats' : 'filters', {
    key,
    at: name.at,
    value: isBareList ? listOf(annotation) : name.value === 'stat' ? map : mapOrNothing(map),
  })
}

const columnEntry = (column: string, at: Located<string>['at']): Entry => ({
  key: 'column',
  at,
  value: { kind: 'scalar', value: column, at },
})

/** The entries of an annotation, without their names. */
function ownEntries({ entries }: MapTree): readonly Entry[] {
  return entries.filter(({ key }) => key !== 'name' && key !== 'column' && key !== 'relation')
}

function nameIn({ entries }: MapTree): string | undefined {
  const name = entries.find(({ key }) => key === 'name')?.value
  return name?.kind === 'scalar' && typeof name.value === 'string' ? name.value : undefined
}

/** Reports a name that is not a string, and any column, because the column is always the field below (JG510). */
function checkNames({ name, named }: Annotation, report: Report): void {
  for (const { key, at, value } of named.entries) {
    if (key === 'name' && nameIn(named) === undefined) {
      report.add('JG510', value.at, `The name of @jsonapi.${name.value} must be text: name: "kind"`)
    }
    if (key === 'column' || key === 'relation') {
      report.add('JG510', at, `Remove the ${key} from @jsonapi.${name.value}: the field below determines it`)
    }
  }
}

/** A relation, with its name on the wire (rule 14.9). */
export interface RelationNames {
  readonly relation: string
  readonly wire: Located<string>
}

/**
 * Adds the sideload of a relation, if `isExposed` says that the other side is also a resource. Returns whether it does.
 */
export function applyToRelation(
  { relation, wire }: RelationNames,
  annotations: readonly Annotation[],
  isExposed: boolean,
  resource: ResourceTree,
  report: Report,
): boolean {
  const sideload = annotations.find(({ name }) => name.value === 'sideload')
  const hidden = annotations.find(({ name }) => name.value === 'hidden')
  if (hidden) refuseValues(hidden, report)
  if (sideload) refusePositional(sideload, report)
  if (hidden || (!isExposed && !sideload)) return false
  if (sideload) checkNames(sideload, report)
  const { value: key, at } = wire
  const deprecated = annotations.find(({ name }) => name.value === 'deprecated')
  if (deprecated) refusePositional(deprecated, report)
  const said = [
    ...(sideload ? ownEntries(sideload.named) : []),
    ...(deprecated ? [{ key: 'deprecated', at: deprecated.name.at, value: deprecated.named }] : []),
  ]
  const stored: readonly Entry[] =
    key === relation ? [] : [{ key: 'relation', at, value: { kind: 'scalar', value: relation, at } }]
  const value: MapTree = {
    kind: 'map',
    at,
    ...sideload?.named,
    entries: [...stored, ...distinct(said, report)],
  }
  resource.add('sideloads', { key, at, value: mapOrNothing(value) })
  return true
}

function oneValue(annotation: Annotation, report: Report): Tree {
  const { name, named, positional } = annotation
  const [only] = positional
  if (only && positional.length === 1 && named.entries.length === 0) return only
  if (positional.length > 0) {
    report.add('JG510', name.at, '@jsonapi.defaultFilter accepts one value, or operators')
  }
  return named
}

function refuseValues({ name, named, positional }: Annotation, report: Report): void {
  const first = positional[0] ?? named.entries[0]
  if (first) report.add('JG510', first.at, `@jsonapi.${name.value} accepts no values`)
}
