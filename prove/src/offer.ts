import type { ResourceClass } from '@jsonapi-gen/runtime'
import { offerOf } from '@jsonapi-gen/runtime/testing'
import type { Row, Rows } from './rows.js'
import type { Table } from './tables.js'
import type { Value } from './values.js'

/** One resource: what requests may use, and where its records are stored. */
export interface Offer {
  readonly type: string
  readonly contract: ResourceOffer
  readonly resource: ResourceClass
  /** The table of its records; undefined if there is none. */
  readonly table: Table | undefined
}

export type ResourceOffer = NonNullable<ReturnType<ReturnType<typeof offerOf>['get']>>

/** The resources of an API, by type. */
export function offersOf(
  { registry, controllers }: Parameters<typeof offerOf>[0],
  tables: readonly Table[],
): ReadonlyMap<string, Offer> {
  const offers = offerOf({ registry, controllers })
  return new Map(
    [...registry].flatMap(([type, resource]) => {
      const contract = offers.get(type)
      if (!contract) return []
      const table = tables.find(({ model }) => model === resource.config.model)
      return [[type, { type, contract, resource, table }] as const]
    }),
  )
}

/** The id of a record, as requests contain it. */
export function idOf({ resource }: Offer, row: Row): string {
  const { key } = resource.config.id
  const [only] = key
  const isPlain = key.length === 1 && ['string', 'integer', 'uuid'].includes(only?.type.kind ?? '')
  if (only && isPlain) return String(row[only.name] ?? '')
  return key.map(({ name }) => escaped(String(row[name] ?? ''))).join('~')
}

/** A part of an id with several parts. */
const escaped = (text: string): string =>
  [...Buffer.from(text)]
    .map((byte) => {
      const character = String.fromCodePoint(byte)
      return /[\w.-]/.test(character) ? character : `!${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')

/** The column of an attribute. */
export const columnOf = ({ resource, contract }: Offer, name: string): string | undefined =>
  resource.config.attributes.get(name)?.column ??
  (name === 'id' && !contract.id.key ? resource.config.id.key[0]?.name : undefined)

/** The resource at the end of a path of relationships. The path may end with an attribute. */
export function throughPath(
  offers: ReadonlyMap<string, Offer>,
  from: Offer,
  path: readonly string[],
): { readonly offer: Offer; readonly rest: readonly string[] } {
  let offer = from
  for (const [index, name] of path.entries()) {
    const relationship = offer.contract.relationships[name]
    const next = relationship && offers.get(relationship.types[0] ?? '')
    if (!next) return { offer, rest: path.slice(index) }
    offer = next
  }
  return { offer, rest: [] }
}

/** The values of a column in several worlds, without duplicates. */
export const valuesOf = (model: string, column: string, worlds: readonly Rows[]): readonly Value[] => [
  ...new Set(worlds.flatMap((rows) => (rows.get(model) ?? []).map((row) => row[column] ?? null))),
]
