import type { RelationshipContract } from '@jsonapi-gen/runtime/vocabulary'
import { type Known, resourceOf, type Target } from './contract.js'
import { including, withPage } from './edit.js'
import { isObject } from './json.js'
import { printUrl } from './print-url.js'
import { queryFor } from './query.js'
import { type Identifier, tableOf } from './rows.js'
import { labelText } from './search.js'

/** The links of a record that one response shows. */
export interface LinkedRecords {
  readonly identifiers: readonly Identifier[]
  readonly labels: ReadonlyMap<string, string>
  readonly hasMore: boolean
}

/** The URL of the linkage with its records, which provide labels, on the largest permitted page. */
export function linkageUrl(
  known: Known,
  target: Target,
  { cardinality, types }: RelationshipContract,
): string {
  const { relationship = '' } = target
  const sizes = types.flatMap((type) => resourceOf(known, type)?.page.max ?? [])
  const size = cardinality === 'many' && sizes.length > 0 ? String(Math.min(...sizes)) : ''
  return printUrl(withPage(including(queryFor(target), relationship), '', 'size', size))
}

/** The linked records in a response. */
export function linkedIn(known: Known, document: unknown): LinkedRecords | undefined {
  const table = tableOf(document, [])
  if (!table || !isObject(document)) return undefined
  const records = tableOf({ data: document['included'] ?? [] }, [])?.rows ?? []
  const links = isObject(document['links']) ? document['links'] : {}
  return {
    identifiers: table.rows.map(({ type, id }) => ({ type, id })),
    labels: new Map(records.map((row) => [`${row.type} ${row.id}`, labelText(known, row)])),
    hasMore: typeof links['next'] === 'string',
  }
}
