import { isOpen, type Known, resourceOf } from './contract.js'

/** A card in a picture: a type or a record, and the targets of its relationships. */
export interface Card {
  /** The type; for a record, its type and id. */
  readonly type: string
  /** The text of the card, if it is not the type. */
  readonly title?: string
  readonly x: number
  readonly y: number
  readonly height: number
  /** Empty if the card shows only its name. */
  readonly relationships: readonly CardRelationship[]
}

export interface CardRelationship {
  readonly name: string
  readonly types: readonly string[]
  readonly isMany: boolean
}

/** An arrow from a relationship to a card. */
export interface Arrow {
  readonly from: string
  readonly name: string
  readonly to: string
}

/** The layout of a graph. */
export interface Drawing {
  readonly cards: readonly Card[]
  readonly arrows: readonly Arrow[]
  readonly width: number
  readonly height: number
  /** Whether the cards show only names. */
  readonly isCompact?: boolean
}

export const CARD_WIDTH = 176
export const TITLE_HEIGHT = 34
export const ROW_HEIGHT = 28
const GAP_X = 64
const GAP_Y = 22
const MARGIN = 16

/** The relationships of a type that at least some requests may read. */
export const shownRelationships = (known: Known, type: string): readonly CardRelationship[] =>
  Object.entries(resourceOf(known, type)?.relationships ?? {}).flatMap(
    ([name, { types, cardinality, read }]) =>
      isOpen(read) ? [{ name, types, isMany: cardinality === 'many' }] : [],
  )

/** A type between the types that refer to it, on the left, and the types that it refers to, on the right. */
export function neighborhood(known: Known, type: string): Drawing {
  const own = shownRelationships(known, type)
  const targets = [...new Set(own.flatMap(({ types }) => types))].filter((each) => each !== type)
  const sources = Object.keys(known.contract.resources).filter(
    (each) =>
      each !== type &&
      !targets.includes(each) &&
      shownRelationships(known, each).some(({ types }) => types.includes(type)),
  )
  return drawn(
    [sources, [type], targets].filter((column) => column.length > 0),
    (from) => shownRelationships(known, from).filter(({ types }) => from === type || types.includes(type)),
  )
}

const MANY = 40

/** All types, in columns by their distance from the type with the most relationships. */
export function wholeGraph(known: Known): Drawing {
  const types = Object.keys(known.contract.resources)
  const near = new Map<string, Set<string>>(types.map((type) => [type, new Set()]))
  for (const type of types) {
    for (const { types: to } of shownRelationships(known, type)) {
      for (const other of to) {
        near.get(type)?.add(other)
        near.get(other)?.add(type)
      }
    }
  }
  const left = new Set(types)
  const layers: string[][] = []
  while (left.size > 0) {
    let layer = [mostRelated(left, near)]
    while (layer.length > 0) {
      for (const type of layer) left.delete(type)
      layers.push(layer)
      layer = [...new Set(layer.flatMap((type) => [...(near.get(type) ?? [])]))].filter((type) =>
        left.has(type),
      )
    }
  }
  const isCompact = types.length > MANY
  const rows = isCompact
    ? Math.max(8, Math.ceil(Math.sqrt(types.length * 2)))
    : Math.max(4, Math.ceil(Math.sqrt(types.length)))
  const columns = isCompact ? chunks(layers.flat(), rows) : balanced(layers, rows)
  const drawing = drawn(columns, (type) => (isCompact ? [] : shownRelationships(known, type)))
  return isCompact ? { ...drawing, arrows: arrowsBetween(known, types), isCompact } : drawing
}

/** One arrow from each type to each type that it refers to. */
function arrowsBetween(known: Known, types: readonly string[]): readonly Arrow[] {
  return types.flatMap((from) => {
    const targets = new Set(shownRelationships(known, from).flatMap((each) => each.types))
    return [...targets].filter((to) => to !== from).map((to) => ({ from, name: '', to }))
  })
}

function mostRelated(types: ReadonlySet<string>, near: ReadonlyMap<string, ReadonlySet<string>>): string {
  let best = ''
  let most = -1
  for (const type of types) {
    const count = near.get(type)?.size ?? 0
    if (count > most) [best, most] = [type, count]
  }
  return best
}

/** Short layers share a column, and long layers are split. */
export function balanced(
  layers: readonly (readonly string[])[],
  rows: number,
): readonly (readonly string[])[] {
  return layers.flatMap((layer) => chunks(layer, rows))
}

function chunks(types: readonly string[], size: number): readonly (readonly string[])[] {
  const found: (readonly string[])[] = []
  for (let at = 0; at < types.length; at += size) found.push(types.slice(at, at + size))
  return found
}

/** Lays out the cards of some columns, with the relationships of each. */
export function drawn(
  columns: readonly (readonly string[])[],
  relationshipsOf: (type: string) => readonly CardRelationship[],
): Drawing {
  const placed = columns.map((column, index) => {
    let y = MARGIN
    return column.map((type): Card => {
      const relationships = relationshipsOf(type)
      const height = TITLE_HEIGHT + relationships.length * ROW_HEIGHT + (relationships.length > 0 ? 6 : 0)
      const card = { type, x: MARGIN + index * (CARD_WIDTH + GAP_X), y, height, relationships }
      y += height + GAP_Y
      return card
    })
  })
  const heights = placed.map((column) => Math.max(0, ...column.map(({ y, height }) => y + height)) + MARGIN)
  const height = Math.max(0, ...heights)
  const cards = placed.flatMap((column, index) =>
    column.map((card) => ({ ...card, y: card.y + (height - (heights[index] ?? 0)) / 2 })),
  )
  const there = new Set(cards.map(({ type }) => type))
  return {
    cards,
    arrows: cards.flatMap(({ type, relationships }) =>
      relationships.flatMap(({ name, types }) =>
        types.flatMap((to) => (there.has(to) ? [{ from: type, name, to }] : [])),
      ),
    ),
    width: MARGIN * 2 + columns.length * CARD_WIDTH + Math.max(0, columns.length - 1) * GAP_X,
    height,
  }
}

/** A drawn arrow: its curve, from the side of a row to the title of the target's card, and its head. */
export interface DrawnArrow {
  readonly curve: string
  readonly x: number
  readonly y: number
}

export function drawnArrow(
  { from, name, to }: Arrow,
  cards: ReadonlyMap<string, Card>,
): DrawnArrow | undefined {
  const source = cards.get(from)
  const target = cards.get(to)
  if (!source || !target) return undefined
  const row = source.relationships.findIndex((each) => each.name === name)
  const y1 = source.y + (row === -1 ? TITLE_HEIGHT / 2 : TITLE_HEIGHT + row * ROW_HEIGHT + ROW_HEIGHT / 2)
  const y = target.y + TITLE_HEIGHT / 2
  const isRight = target.x > source.x
  const isLeft = target.x < source.x
  const x1 = isRight ? source.x + CARD_WIDTH : source.x
  const x = isLeft ? target.x + CARD_WIDTH : target.x
  const bend = isRight ? Math.min(80, (x - x1) / 2) : isLeft ? -Math.min(80, (x1 - x) / 2) : -34
  const end = isRight || isLeft ? -bend : bend
  return { curve: `M${x1} ${y1}C${x1 + bend} ${y1} ${x + end} ${y} ${x} ${y}`, x, y }
}
