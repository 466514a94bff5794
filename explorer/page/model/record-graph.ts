import type { Known } from './contract.js'
import { balanced, type CardRelationship, drawn, type Drawing } from './graph.js'
import { isObject } from './json.js'
import { type Identifier, type Row, tableOf } from './rows.js'
import { labelText } from './search.js'

/** A document drawn as records and links. */
export interface RecordDrawing extends Drawing {
  readonly records: ReadonlyMap<string, Identifier>
  /** The number of records that are not drawn. */
  readonly left: number
}

/** The maximum number of records in one picture. */
const MOST = 60
const ROWS = 8

/** The records of a document: the primary data on the left, and the linked records to its right. */
export function recordGraph(known: Known, document: unknown): RecordDrawing | undefined {
  const primary = tableOf(document, [])?.rows ?? []
  if (!isObject(document) || primary.length === 0) return undefined
  const included = tableOf({ data: document['included'] ?? [] }, [])?.rows ?? []
  const all = new Map([...included, ...primary].map((row) => [keyOf(row), row]))
  const shown = new Set<string>()
  const layers: (readonly string[])[] = []
  let layer = [...new Set(primary.map(keyOf))].slice(0, MOST)
  while (layer.length > 0) {
    layers.push(layer)
    for (const key of layer) shown.add(key)
    const next = layer.flatMap((key) => linksOf(all.get(key)).flatMap(({ types }) => types))
    layer = [...new Set(next)].filter((key) => all.has(key) && !shown.has(key)).slice(0, MOST - shown.size)
  }
  const drawing = drawn(balanced(layers, ROWS), (key) =>
    linksOf(all.get(key)).filter(({ types }) => types.some((type) => shown.has(type))),
  )
  return {
    ...drawing,
    cards: drawing.cards.map((card) => ({ ...card, title: titleOf(known, all.get(card.type)) })),
    records: all,
    left: all.size - shown.size,
  }
}

const keyOf = ({ type, id }: Identifier): string => `${type} ${id}`

const linksOf = (row: Row | undefined): readonly CardRelationship[] =>
  (row?.related ?? []).flatMap(({ name, isMany, isTold, identifiers }) =>
    isTold && identifiers.length > 0 ? [{ name, isMany, types: identifiers.map(keyOf) }] : [],
  )

function titleOf(known: Known, row: Row | undefined): string {
  if (!row) return ''
  const label = labelText(known, row)
  return label === row.id ? keyOf(row) : `${keyOf(row)}: ${label}`
}
