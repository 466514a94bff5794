import { isObject, type JsonObject } from './json.js'

/** A record in a response, with its included records. */
export interface Row {
  readonly type: string
  readonly id: string
  readonly attributes: JsonObject
  readonly links: JsonObject
  readonly meta: JsonObject
  /** By relationship, in the order of the document. */
  readonly related: readonly RelatedRows[]
}

/** A record's relationship, as the response shows it. */
export interface RelatedRows {
  readonly name: string
  readonly isMany: boolean
  /** Whether the response contains the relationship's linkage. */
  readonly isTold: boolean
  /** The records that the response contains. */
  readonly rows: readonly Row[]
  /** The records for which the response contains only the identifier. */
  readonly identifiers: readonly Identifier[]
  readonly links: JsonObject
}

export interface Identifier {
  readonly type: string
  readonly id: string
}

/** The table for a response. */
export interface Table {
  readonly isMany: boolean
  /** The columns of the primary data, in the order of the records. */
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

/**
 * The table for a document. Included records are nested in the records that refer to them, as far as the request
 * includes them; for a write, everywhere. Undefined for a document without data.
 */
export function tableOf(document: unknown, include: readonly string[] | 'all'): Table | undefined {
  if (!isObject(document)) return undefined
  const results = document['atomic:results']
  const { included, data = Array.isArray(results) ? results.map(dataOf) : undefined } = document
  if (data === undefined) return undefined
  const records = new Map<string, JsonObject>()
  for (const record of [...listOf(included), ...(include === 'all' ? [] : listOf(data))]) {
    if (isRecord(record)) records.set(keyOf(record), record)
  }
  const paths = include === 'all' ? undefined : new Set(include)
  const rows = listOf(data)
    .filter(isRecord)
    .map((record) => rowOf(record, [], { records, include: paths, above: [] }))
  return { isMany: Array.isArray(data), columns: columnsOf(rows), rows }
}

/** The attributes of some rows; attributes of the first rows come first. */
export const columnsOf = (rows: readonly Row[]): readonly string[] => [
  ...new Set(rows.flatMap(({ attributes }) => Object.keys(attributes))),
]

/** The longest path in the table of a write. */
const DEEPEST = 5

interface Unfolding {
  readonly records: ReadonlyMap<string, JsonObject>
  /** The paths that the request includes; undefined for a write. */
  readonly include: ReadonlySet<string> | undefined
  /** The records that contain this one. */
  readonly above: readonly JsonObject[]
}

type RecordObject = JsonObject & Identifier

function rowOf(record: RecordObject, path: readonly string[], unfolding: Unfolding): Row {
  const { type, id } = record
  const within = { ...unfolding, above: [...unfolding.above, record] }
  return {
    type,
    id,
    attributes: objectOf(record['attributes']),
    links: objectOf(record['links']),
    meta: objectOf(record['meta']),
    related: Object.entries(objectOf(record['relationships'])).map(([name, relationship]) =>
      relatedOf(name, objectOf(relationship), [...path, name], within),
    ),
  }
}

function relatedOf(
  name: string,
  relationship: JsonObject,
  path: readonly string[],
  unfolding: Unfolding,
): RelatedRows {
  const { data, links } = relationship
  const { include, records, above } = unfolding
  const named = listOf(data).filter(isRecord)
  const isUnfolded = include ? include.has(path.join('.')) : path.length <= DEEPEST
  const found = named.map((identifier) => {
    const record = isUnfolded ? records.get(keyOf(identifier)) : undefined
    return record && !include && above.includes(record) ? undefined : record
  })
  return {
    name,
    isMany: Array.isArray(data),
    isTold: data !== undefined,
    rows: found.flatMap((record) => (record && isRecord(record) ? [rowOf(record, path, unfolding)] : [])),
    identifiers: named.flatMap(({ type, id }, index) => (found[index] ? [] : [{ type, id }])),
    links: objectOf(links),
  }
}

const keyOf = ({ type, id }: Identifier): string => JSON.stringify([type, id])

const isRecord = (value: unknown): value is RecordObject =>
  isObject(value) && typeof value['type'] === 'string' && typeof value['id'] === 'string'

const dataOf = (result: unknown): unknown => (isObject(result) ? result['data'] : undefined)

const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === null || value === undefined ? [] : [value]

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
