import {
  comparesBy,
  findsBy,
  haveSameColumns,
  holdsKey,
  isPositive,
  type Operator,
} from '@jsonapi-gen/runtime/vocabulary'
import { isOrderable, operatorsOf } from '../schema/capabilities.js'
import { relationshipOf, relationshipsOf } from '../schema/relations.js'
import { indexOf } from '../schema/resource-index.js'
import type {
  AttributeSchema,
  FilterSchema,
  ResourceSchema,
  Schema,
  SideloadSchema,
} from '../schema/schema.js'
import type { ColumnStore, TableIndexes } from '../schema/store.js'
import type { ValueType } from '../schema/types.js'
import { wayOf } from './sight.js'

/** The indexes of a model; undefined if they are not known, or if it is not a table. */
export type IndexesOf = (model: string) => TableIndexes | undefined

/** A relationship, filter or sort that reads every row, because no index serves it. */
export interface UnindexedQuery {
  readonly kind: 'relationship' | 'filter' | 'sort'
  readonly name: string
  /** The index that serves the query; undefined if no index can serve it. */
  readonly index: UsefulIndex | undefined
  /** The maximum length that its column would need for an index to serve it. */
  readonly limit?: number | undefined
}

/** An index that a table lacks. */
export interface UsefulIndex {
  readonly model: string
  readonly columns: readonly string[]
  /**
   * On PostgreSQL, a hash index has no order and accepts values of any length. On MariaDB, a prefix index holds the
   * first characters.
   */
  readonly form: 'tree' | 'hash' | 'start'
}

/**
 * The possible requests that no index serves: for each resource, first its relationships, then its filters, then its
 * sorts. Names in `unindexed` are omitted. A foreign key is reported on the resource that contains it, or on the other
 * side if that resource has no relationship with this key.
 */
export function unindexedQueries(
  schema: Schema,
  indexesIn: IndexesOf,
): ReadonlyMap<ResourceSchema, readonly UnindexedQuery[]> {
  const found = schema.resources.flatMap((resource): [ResourceSchema, readonly UnindexedQuery[]][] => {
    const { adapter, model, unindexed } = resource
    if (adapter === 'null' || model === undefined || unindexed === true) return []
    const looking = { resource, schema, indexesIn }
    const all = [...relationships(looking), ...filters(looking), ...sorts(looking)]
    const queries = all.filter(({ name }) => !unindexed.includes(name))
    return queries.length === 0 ? [] : [[resource, queries]]
  })
  return new Map(found)
}

interface Looking {
  readonly resource: ResourceSchema
  readonly schema: Schema
  readonly indexesIn: IndexesOf
}

function relationships(looking: Looking): readonly UnindexedQuery[] {
  return looking.resource.sideloads.flatMap((sideload) => {
    const lacking = keysOf(sideload, looking).find(({ model, columns }) => {
      const indexes = looking.indexesIn(model)
      return indexes !== undefined && !findsBy(columns, indexes.equal)
    })
    return lacking
      ? [{ kind: 'relationship', name: sideload.name, index: { ...lacking, form: 'tree' } } as const]
      : []
  })
}

const held = (model: string | undefined, columns: readonly string[]): readonly Omit<UsefulIndex, 'form'>[] =>
  model === undefined ? [] : [{ model, columns }]

/** The keys used to find a relationship's records, each with its model. */
function keysOf(
  sideload: SideloadSchema,
  { resource, schema: { resources } }: Looking,
): readonly Omit<UsefulIndex, 'form'>[] {
  return relationshipOf(resource, sideload, resources).relations.flatMap(
    ({ holder, target, pairs, constants, join }) => {
      if (holder === 'owner') {
        return held(resource.model, [...Object.keys(constants.owner), ...pairs.owner])
      }
      if (holder === 'target') {
        const isTold =
          !target || Object.keys(constants.target).length > 0 || isHeld(target, pairs.target, resources)
        return isTold ? [] : held(target.model, pairs.target)
      }
      const { model, key = [] } = join?.records ?? {}
      if (typeof model !== 'string') return []
      const holders = indexOf(resources).byModel.get(model) ?? []
      return holders.some((each) => isHeld(each, key, resources)) ? [] : held(model, key)
    },
  )
}

const isHeld = (
  owner: ResourceSchema,
  key: readonly string[],
  resources: readonly ResourceSchema[],
): boolean =>
  [...relationshipsOf(owner, resources).values()].some(
    (each) => holdsKey(each) && haveSameColumns(each.ownKey, key),
  )

function filters(looking: Looking): readonly UnindexedQuery[] {
  const { resource, schema, indexesIn } = looking
  return resource.filters.flatMap((filter): UnindexedQuery[] => {
    if (filter.method !== undefined) return []
    const { owner, name } = wayOf(filter.column ?? filter.name, resource, schema)
    if (owner?.model === undefined) return []
    const { model } = owner
    const indexes = indexesIn(model)
    if (!indexes) return []
    const columns = columnsOf(owner, name, filter.column !== undefined)
    const uses = usesOf(filter, providerOf(schema))
    const lacking = uses.filter((use) => !findsBy(columns, indexes[use]))
    if (uses.length > 0 && lacking.length === 0) return []
    const [use] = lacking
    if (use === undefined) return [{ kind: 'filter', name: filter.name, index: undefined }]
    const column = columnOf(owner, columns, filter.type, schema)
    return [{ kind: 'filter', name: filter.name, ...servedBy(use, column, { model, columns }) }]
  })
}

/** The index features that the operators of a filter need; nothing if no operator can use an index. */
function usesOf({ operators, type }: FilterSchema, provider: string): readonly (keyof TableIndexes)[] {
  const useful = (operators ?? operatorsOf(type)).filter(isPositive)
  // An index finds the beginning of a string only if the collation determines case sensitivity.
  const isRange = (operator: Operator): boolean =>
    comparesBy(operator) === 'order' || (operator === 'prefix' && /^(?:mysql|sqlserver)$/.test(provider))
  if (useful.includes('eq')) return ['equal']
  return useful.some(isRange) ? ['ordered'] : []
}

function sorts(looking: Looking): readonly UnindexedQuery[] {
  const { resource, schema, indexesIn } = looking
  const { attributes, defaultSort = [], sort, model = '' } = resource
  const indexes = indexesIn(model)
  if (sort === 'custom' || !indexes) return []
  const usual = defaultSort.map(({ attribute }) => attribute)
  const own = attributes.flatMap((attribute): UnindexedQuery[] => {
    const columns = [attribute.column]
    if (!isAskedFor(attribute) && !usual.includes(attribute.name)) return []
    if (findsBy(columns, indexes.ordered)) return []
    const column = columnOf(resource, columns, attribute.type, schema)
    return [{ kind: 'sort', name: attribute.name, ...servedBy('ordered', column, { model, columns }) }]
  })
  // No index stores the order of a join.
  const paths = [...new Set([...resource.sorts, ...usual.filter((name) => name.includes('.'))])]
  return [...own, ...paths.map((name): UnindexedQuery => ({ kind: 'sort', name, index: undefined }))]
}

const isAskedFor = ({ type, readable, sortable }: AttributeSchema): boolean =>
  isOrderable(type) && readable !== false && sortable !== false

/** The columns that a name stands for: several for a composite id. */
function columnsOf(
  { key, idAttribute = 'id', attributes }: ResourceSchema,
  name: string,
  isColumn: boolean,
): readonly string[] {
  if (name === 'id' && !isColumn) return key?.map((each) => each.name) ?? [idAttribute]
  return [(isColumn ? undefined : attributes.find((each) => each.name === name)?.column) ?? name]
}

/** The properties of a column that matter to an index. */
interface Column {
  readonly provider: string
  readonly type: ValueType
  /** The native database type, if the datamodel names it, such as `VarChar`. */
  readonly native: string | undefined
  /** The column's maximum length in characters, if one is declared. */
  readonly length: number
  /** The maximum length that attributes permit. */
  readonly checked: number
}

function columnOf(
  { model = '', attributes }: ResourceSchema,
  [column = '']: readonly string[],
  type: ValueType,
  schema: Schema,
): Column {
  const facts: string | ColumnStore | undefined = schema.store?.models[model]?.columns[column]
  const native = typeof facts === 'object' ? facts.native : undefined
  const [, name, length] = /^(\w+)(?:\((\d+)\))?/.exec(native ?? '') ?? []
  const most = attributes
    .find((each) => each.column === column)
    ?.constraints.find((each) => each.name === 'maxLength')?.value
  const sized = length !== undefined && name?.endsWith('Char') ? Number(length) : Infinity
  return {
    provider: providerOf(schema),
    type,
    native: name,
    length: sized,
    checked: Math.min(sized, typeof most === 'number' ? most : Infinity),
  }
}

const providerOf = ({ store }: Schema): string => store?.provider ?? ''

/** The maximum length of text that fits into an index, in four-byte characters. */
const LONGEST: ReadonlyMap<string, number> = new Map([
  ['postgresql', 650],
  ['postgres', 650],
  ['mysql', 768],
  ['sqlserver', 850],
])

/** The index that serves a column, or the limit that it lacks. */
function servedBy(
  use: keyof TableIndexes,
  column: Column,
  at: Omit<UsefulIndex, 'form'>,
): Pick<UnindexedQuery, 'index' | 'limit'> {
  const form = formOf(use, column)
  if (form !== undefined) return { index: { ...at, form } }
  const { type, provider } = column
  return { index: undefined, limit: type.kind === 'string' && !type.list ? LONGEST.get(provider) : undefined }
}

/** The form of an index that serves a column; undefined if no index can, or if one would reject long values. */
function formOf(use: keyof TableIndexes, column: Column): UsefulIndex['form'] | undefined {
  const { provider, type, native, length, checked } = column
  const longest = LONGEST.get(provider) ?? Infinity
  if (type.list || type.kind === 'json') return undefined
  if (type.kind !== 'string' && type.kind !== 'bytes') return 'tree'
  switch (provider) {
    case 'postgresql':
    case 'postgres':
      if (checked <= longest || /^(?:Uuid|Inet|Bit|VarBit)$/.test(native ?? '')) return 'tree'
      return use === 'equal' ? 'hash' : undefined
    case 'mysql': {
      // Without a native type, text is stored as a VARCHAR(191), and bytes as a LONGBLOB.
      const isLong = native === undefined ? type.kind === 'bytes' : /Text$|Blob$/.test(native)
      if (!isLong && (length <= longest || length === Infinity)) return 'tree'
      return use === 'equal' ? 'start' : undefined
    }
    case 'sqlserver':
      return length <= longest ? 'tree' : undefined
    default:
      return 'tree'
  }
}
