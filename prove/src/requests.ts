import type { Asked } from './asked.js'
import type { Dice } from './dice.js'
import { columnOf, type Offer, throughPath, valuesOf } from './offer.js'
import type { Rows } from './rows.js'
import { uuidOf, type Value, valueFor } from './values.js'

/** The data used to generate requests. */
export interface Scene {
  readonly offers: ReadonlyMap<string, Offer>
  readonly dice: Dice
  /** The rows of both worlds, because requests also refer to hidden rows. */
  readonly worlds: readonly Rows[]
  /** The ids that the viewer sees, and those that the viewer does not see, by type. */
  readonly seen: ReadonlyMap<string, readonly string[]>
  readonly unseen: ReadonlyMap<string, readonly string[]>
  readonly hasOperations: boolean
}

/** A kind of request, which generates a request with different values each time. */
export interface Feature {
  readonly type: string
  readonly name: string
  /** Whether such requests run handwritten code, in which case they are tried more often. */
  readonly isHandwritten: boolean
  make(scene: Scene): Asked | undefined
}

type PlainFeature = Omit<Feature, 'isHandwritten'>

type Query = readonly (readonly [string, string])[]

/** The kinds of reads and writes that a resource supports, and some that it does not support. */
export function featuresOf(offers: ReadonlyMap<string, Offer>, hasOperations: boolean): readonly Feature[] {
  const written = [...offers.values()].flatMap(handwrittenNames)
  return [...offers.values()].flatMap((offer) => {
    const reads = [...listFeatures(offer, offers), ...recordFeatures(offer, offers)]
    const writes = [...writeFeatures(offer, offers), ...(hasOperations ? operationFeatures(offer) : [])]
    const isWritten = writesByHand(offer)
    return [
      ...reads.map((each) => ({ ...each, isHandwritten: written.some((name) => each.name.includes(name)) })),
      ...actionFeatures(offer).map((each) => ({ ...each, isHandwritten: true })),
      ...writes.map((each) => ({ ...each, isHandwritten: isWritten })),
    ]
  })
}

/** The parts of requests that refer to handwritten code of a resource. */
function handwrittenNames({ resource: { config } }: Offer): readonly string[] {
  const stats = [...config.stats].flatMap(([name, { calculations }]) =>
    [...calculations].flatMap(([calculation, how]) =>
      typeof how === 'object' ? [] : [`stats[${name}]=${calculation}`],
    ),
  )
  return [
    ...[...config.filters.values()].flatMap(({ name, filter }) =>
      filter === undefined ? [] : [`filter[${name}]`, `[${name}]`],
    ),
    ...[...config.extraFields.keys()].map((name) => `extra_fields=${name}`),
    ...stats,
    ...[...config.sorts].flatMap((name) => [`sort=${name}`, `sort=-${name}`]),
    ...[...config.sideloads.values()].flatMap(({ name, kind, scope }) =>
      kind === 'custom' || scope !== undefined ? [`include=${name}`, `related ${name}`] : [],
    ),
  ]
}

const WRITE_METHODS = [
  'create',
  'update',
  'destroy',
  'validate',
  'validateGraph',
  'associate',
  'disassociate',
]

/** Whether a resource has methods or hooks that run for its writes. */
const writesByHand = ({ resource }: Offer): boolean =>
  resource.config.hooks.length > 0 || WRITE_METHODS.some((name) => Object.hasOwn(resource.prototype, name))

/** A request for a list, with several parameters together. */
export function mixed(features: readonly Feature[], scene: Scene): Asked | undefined {
  const { dice } = scene
  const first = dice.of(features.filter(({ name }) => name.startsWith('list ')))?.make(scene)
  if (!first) return undefined
  const others = features.filter(({ type, name }) => type === first.type && name.startsWith('list '))
  const more = [dice.of(others)?.make(scene), dice.oneIn(2) ? dice.of(others)?.make(scene) : undefined]
  const all = [first, ...more.flatMap((each) => (each && each.path === first.path ? [each] : []))]
  const query = new Map(all.flatMap((each) => each.query))
  return { ...first, query: [...query], covers: all.flatMap(({ covers }) => covers) }
}

function listFeatures(offer: Offer, offers: ReadonlyMap<string, Offer>): readonly PlainFeature[] {
  const { contract, type } = offer
  if (!contract.actions.index.address) return []
  const list = (name: string, query: (scene: Scene) => Query): PlainFeature => ({
    type,
    name: `list ${name}`,
    make: (scene) => ({
      method: 'GET',
      path: `/${type}`,
      query: [...required(offer, scene), ...query(scene)],
      type,
      covers: [name],
    }),
  })
  const filters = Object.entries(contract.filters).flatMap(([name, { operators, aliases, custom }]) => [
    ...(operators.length === 0 || custom
      ? [list(`filter[${name}]`, (scene) => [[`filter[${name}]`, filterValue(offer, name, '', scene)]])]
      : []),
    ...operators.map((operator) =>
      list(`filter[${name}][${operator}]`, (scene) => [
        [
          `filter[${scene.dice.of([name, ...aliases]) ?? name}][${operator}]`,
          filterValue(offer, name, operator, scene),
        ],
      ]),
    ),
    list(`filter[not][${name}]`, (scene) => [[`filter[not][${name}]`, filterValue(offer, name, '', scene)]]),
  ])
  const groups =
    contract.groups && Object.keys(contract.filters).length > 0
      ? ['and', 'or'].map((group) =>
          list(`filter[${group}]`, (scene) =>
            [0, 1].map((index) => {
              const name = scene.dice.of(Object.keys(contract.filters)) ?? ''
              return [`filter[${group}][${index}][${name}]`, filterValue(offer, name, '', scene)] as const
            }),
          ),
        )
      : []
  const sorts = [...Object.keys(contract.sorts), ...offer.resource.config.sorts].flatMap((name) =>
    [name, `-${name}`].map((sort) =>
      list(`sort=${sort}`, ({ dice }) => [
        ['sort', sort],
        ...(dice.oneIn(3) ? ([['page[size]', '2']] as const) : []),
      ]),
    ),
  )
  const stats = Object.entries(contract.stats).flatMap(([name, { calculations }]) =>
    calculations.map((calculation) =>
      list(`stats[${name}]=${calculation}`, () => [[`stats[${name}]`, calculation]]),
    ),
  )
  const extra = Object.keys(contract.extraFields).map((name) =>
    list(`extra_fields=${name}`, () => [[`extra_fields[${type}]`, name]]),
  )
  const includes = includePaths(offer, offers).flatMap((path) => includeFeatures(offer, path, offers, list))
  const pages = [
    list('page[size]', ({ dice }) => [
      ['page[size]', String(1 + dice.below(3))],
      ['page[number]', String(1 + dice.below(3))],
    ]),
    ...(contract.page.cursors
      ? [
          list('page[after]', (scene) => [
            ['page[size]', '2'],
            ['page[after]', scene.dice.of(scene.seen.get(type) ?? []) ?? ''],
          ]),
        ]
      : []),
  ]
  // Names that are hidden or misspelled, and names of columns that the API does not contain.
  const columns = offer.table?.columns.map(({ name }) => name) ?? []
  const beyond = [...new Set([...Object.keys(contract.attributes), ...columns])]
  const foreign = [
    list('filter[unknown]', (scene) => [
      [`filter[${scene.dice.of(beyond) ?? ''}]`, scene.dice.of(['alpha', '1', 'null']) ?? ''],
    ]),
    list('sort=unknown', (scene) => [['sort', scene.dice.of([...beyond, 'nmae']) ?? '']]),
    list('fields', (scene) => [
      [`fields[${type}]`, [scene.dice.of(beyond) ?? '', scene.dice.of(beyond) ?? ''].join()],
    ]),
    list('include=unknown', () => [['include', 'nmae']]),
  ]
  return [
    list('records', () => []),
    ...filters,
    ...groups,
    ...sorts,
    ...stats,
    ...extra,
    ...includes,
    ...pages,
    ...foreign,
  ]
}

type List = (name: string, query: (scene: Scene) => Query) => PlainFeature

function includeFeatures(
  offer: Offer,
  path: string,
  offers: ReadonlyMap<string, Offer>,
  list: List,
): readonly PlainFeature[] {
  const plain = list(`include=${path}`, () => [['include', path]])
  const target = throughPath(offers, offer, path.split('.')).offer
  const { filters, sorts, extraFields } = target.contract
  const narrowed = Object.keys(filters).map((name) =>
    list(`include=${path} filter[${name}]`, (scene) => [
      ['include', path],
      [`filter[${path}][${name}]`, filterValue(target, name, '', scene)],
    ]),
  )
  const sorted = Object.keys(sorts).map((name) =>
    list(`include=${path} sort=${name}`, ({ dice }) => [
      ['include', path],
      ['sort', `${path}.${dice.of(['', '-']) ?? ''}${name}`],
    ]),
  )
  const extra = Object.keys(extraFields).map((name) =>
    list(`include=${path} extra_fields=${name}`, () => [
      ['include', path],
      [`extra_fields[${target.type}]`, name],
    ]),
  )
  return [plain, ...narrowed, ...sorted, ...extra]
}

/** The include paths of a resource, at most two levels deep if it permits all paths. */
export function includePaths({ contract }: Offer, offers: ReadonlyMap<string, Offer>): readonly string[] {
  const permitted = contract.includes?.['index'] ?? contract.includes?.default
  if (permitted) return permitted
  return Object.entries(contract.relationships).flatMap(([name, { types }]) => {
    const next = types.length === 1 ? offers.get(types[0] ?? '') : undefined
    return [name, ...Object.keys(next?.contract.relationships ?? {}).map((deeper) => `${name}.${deeper}`)]
  })
}

/** The filters that a resource requires for a list. */
const required = (offer: Offer, scene: Scene): Query =>
  Object.entries(offer.contract.filters).flatMap(([name, filter]) =>
    filter.required ? [[`filter[${name}]`, filterValue(offer, name, '', scene)] as const] : [],
  )

function filterValue(offer: Offer, name: string, operator: string, scene: Scene): string {
  const { dice, offers, worlds } = scene
  const filter = offer.contract.filters[name]
  const { offer: owner, rest } = throughPath(offers, offer, name.split('.'))
  const attribute = rest[0] ?? 'id'
  const column =
    columnOf(owner, attribute) ?? owner.table?.columns.find((each) => each.name === attribute)?.name
  const pool =
    attribute === 'id'
      ? [...(scene.seen.get(owner.type) ?? []), ...(scene.unseen.get(owner.type) ?? [])]
      : owner.table && column !== undefined
        ? valuesOf(owner.table.model, column, worlds)
        : []
  const kind = filter?.type ?? 'string'
  const from = dice.of(pool)
  const value =
    from === undefined || (filter?.custom && dice.oneIn(2)) ? plainValue(kind, filter?.values, dice) : from
  const text = kind === 'date' ? String(value).slice(0, 10) : String(value)
  if (/prefix|suffix|contains/.test(operator)) return text.slice(0, 1 + dice.below(3)) || 'a'
  return text
}

function plainValue(kind: string, values: readonly string[] | undefined, dice: Dice): string {
  if (values && values.length > 0) return dice.of(values) ?? ''
  switch (kind) {
    case 'boolean':
      return dice.of(['true', 'false']) ?? ''
    case 'integer':
    case 'bigint':
    case 'float':
    case 'decimal':
      return String(dice.below(8))
    case 'date':
      return '2026-02-01'
    case 'datetime':
      return '2026-02-01T00:00:00Z'
    case 'uuid':
      return uuidOf(dice.below(8))
    default:
      return dice.of(['alpha', 'be', 'a', '1']) ?? ''
  }
}

/** An id: usually a visible one, and sometimes a hidden or an unknown one. */
function anyId(type: string, scene: Scene): string {
  const { dice } = scene
  const [seen = [], unseen = []] = [scene.seen.get(type), scene.unseen.get(type)]
  const die = dice.below(10)
  if (die === 0) return dice.of(['0', '12345', 'x', `${uuidOf(9999)}`]) ?? '0'
  return (die < 4 ? (dice.of(unseen) ?? dice.of(seen)) : (dice.of(seen) ?? dice.of(unseen))) ?? '12345'
}

const seenId = (type: string, scene: Scene): string =>
  scene.dice.of(scene.seen.get(type) ?? []) ?? anyId(type, scene)

function recordFeatures(offer: Offer, offers: ReadonlyMap<string, Offer>): readonly PlainFeature[] {
  const { contract, type } = offer
  const at = (
    name: string,
    path: (scene: Scene) => string,
    query: (scene: Scene) => Query = () => [],
  ): PlainFeature => ({
    type,
    name,
    make: (scene) => ({ method: 'GET', path: path(scene), query: query(scene), type, covers: [name] }),
  })
  const one = (scene: Scene): string => `/${type}/${anyId(type, scene)}`
  const own = contract.actions.show.address
    ? [
        at('record', one),
        ...includePaths(offer, offers).map((path) =>
          at(`record include=${path}`, one, () => [['include', path]]),
        ),
        ...Object.keys(contract.extraFields).map((name) =>
          at(`record extra_fields=${name}`, one, () => [[`extra_fields[${type}]`, name]]),
        ),
      ]
    : []
  const related = Object.entries(contract.relationships).flatMap(([name, { types, cardinality }]) => {
    const target = offers.get(types[0] ?? '')
    const filters = cardinality === 'many' ? Object.keys(target?.contract.filters ?? {}) : []
    return [
      at(`related ${name}`, (scene) => `${one(scene)}/${name}`),
      at(
        `related ${name} stats`,
        (scene) => `${one(scene)}/${name}`,
        () => (cardinality === 'many' && target?.contract.stats['total'] ? [['stats[total]', 'count']] : []),
      ),
      at(`linkage ${name}`, (scene) => `${one(scene)}/relationships/${name}`),
      ...filters.map((filter) =>
        at(
          `related ${name} filter[${filter}]`,
          (scene) => `${one(scene)}/${name}`,
          (scene) => (target ? [[`filter[${filter}]`, filterValue(target, filter, '', scene)]] : []),
        ),
      ),
    ]
  })
  return [...own, ...(contract.actions.show.address ? related : [])]
}

function actionFeatures(offer: Offer): readonly PlainFeature[] {
  const { contract, type } = offer
  return Object.entries(contract.ownActions ?? {}).flatMap(([name, { on, input }]) => {
    const make = (scene: Scene): Asked => {
      const path = on === 'record' ? `/${type}/${anyId(type, scene)}` : `/${type}`
      const meta = Object.fromEntries(
        Object.entries(input).map(([member, { list, ...value }]) => {
          const stored = storedValue(offer, member, scene)
          const known = typeof stored === 'string' && value.type === 'date' ? stored.slice(0, 10) : stored
          const one =
            typeof known === 'number' || typeof known === 'string' ? known : inputValue(value, scene.dice)
          return [member, list ? [one] : one]
        }),
      )
      return {
        method: 'POST',
        path: `${path}/-actions/${name}`,
        query: [],
        body: { meta },
        type,
        covers: [`action ${name}`],
      }
    }
    // An action is the user's own code, so it is tried more often.
    return [1, 2, 3].map((time) => ({ type, name: `action ${name} ${time}`, make }))
  })
}

/**
 * A value of the column that the name of an input suggests: a column of the resource itself, or else of any table. For
 * example, `discountCode` suggests the column `code` of discounts.
 */
function storedValue({ table }: Offer, member: string, { offers, worlds, dice }: Scene): Value | undefined {
  const own = table?.columns.some(({ name }) => name === member) ? [{ table, name: member }] : []
  const others = [...offers.values()].flatMap(({ table: other }) =>
    (other?.columns ?? []).flatMap(({ name }) => {
      const long = `${other?.model ?? ''}${name}`.toLowerCase()
      return other && (name === member || long === member.toLowerCase()) ? [{ table: other, name }] : []
    }),
  )
  const column = dice.of(own.length > 0 ? own : others)
  return column && dice.of(valuesOf(column.table.model, column.name, worlds))
}

interface InputRules {
  readonly type: string
  readonly values?: readonly string[]
  readonly minimum?: number | string
  readonly maximum?: number | string
  readonly minLength?: number
}

/** A value for a member of an action's input. */
function inputValue({ type, values, minimum, minLength }: InputRules, dice: Dice): unknown {
  const text = plainValue(type, values, dice)
  switch (type) {
    case 'boolean':
      return text === 'true'
    case 'integer':
    case 'float':
      return Number(minimum ?? 0) + Number(text)
    case 'date':
      return dice.of(['2026-01-01', '2026-02-15', '2027-01-01'])
    case 'datetime':
      return '2027-01-01T00:00:00Z'
    case 'json':
      return {}
    case 'decimal':
    case 'bigint':
      return String(Number(minimum ?? 0) + Number(text))
    default:
      return text.padEnd(minLength ?? 0, 'x')
  }
}

interface Identifier {
  readonly type: string
  readonly id: string
}

/** A record that a write may link: visible, hidden or unknown. */
function linkTo(types: readonly string[], scene: Scene): Identifier | undefined {
  const type = scene.dice.of(types)
  return type === undefined ? undefined : { type, id: anyId(type, scene) }
}

interface WriteOptions {
  readonly on: 'create' | 'update'
  /** The parent relationship, because it already sets the key. */
  readonly without?: readonly string[]
  /** The only member that an update writes. */
  readonly only?: string
}

/** The attributes and relationships in a write. */
function members(offer: Offer, scene: Scene, { on, without = [], only }: WriteOptions): object {
  const { dice } = scene
  const { contract, table } = offer
  const attributes = Object.entries(contract.attributes).flatMap(([name, attribute]) => {
    const isLeftOut = only === undefined ? !attribute.required && !dice.oneIn(3) : only !== name
    if (attribute.write === false || (attribute.writeOn ?? on) !== on) return []
    if (isLeftOut) return []
    const column = table?.columns.find((each) => each.name === columnOf(offer, name))
    const isUnique = table?.uniques.some((columns) => columns.includes(column?.name ?? '')) ?? false
    const number = isUnique || table?.key.includes(column?.name ?? '') ? 300 + dice.below(200) : undefined
    // Handwritten code may look for the text in a different table, such as a table of discount codes.
    const isGuess = number === undefined && column?.type.kind === 'string' && dice.oneIn(4)
    const value = column
      ? (linkedValue(offer, column.name, scene) ??
        (isGuess ? storedValue(offer, name, scene) : undefined) ??
        valueFor(column, dice, number))
      : inputValue(attribute, dice)
    return [[name, jsonOf(value, attribute.type)] as const]
  })
  const relationships = Object.entries(contract.relationships).flatMap(([name, relationship]) => {
    const { cardinality, types, write, writeOn, required: isRequired } = relationship
    if (write === false || relationship.custom || without.includes(name) || (writeOn ?? on) !== on) return []
    const isOfKey = on === 'create' && cardinality === 'one' && isNeeded(offer, name)
    const isLeftOut = only === undefined ? !(isRequired || isOfKey) && !dice.oneIn(4) : only !== name
    if (isLeftOut) return []
    const link = linkTo(types, scene)
    if (!link) return []
    const data = cardinality === 'many' ? [link] : relationship.nullable && dice.oneIn(6) ? null : link
    return [[name, { data }] as const]
  })
  return {
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) }),
    ...(relationships.length > 0 && { relationships: Object.fromEntries(relationships) }),
  }
}

/** A value for an attribute whose column is a foreign key: the key of a row, which may be hidden. */
function linkedValue({ table }: Offer, name: string, { dice, worlds }: Scene): Value | undefined {
  const link = table?.links.find(({ columns }) => columns.some(([own]) => own === name))
  const target = link?.columns.find(([own]) => own === name)?.[1]
  if (!link || target === undefined || dice.oneIn(8)) return undefined
  return dice.of(valuesOf(link.model, target, worlds))
}

/** Whether a row cannot exist without a reference. */
function isNeeded({ resource, table }: Offer, name: string): boolean {
  const sideload = resource.config.sideloads.get(name)
  if (!sideload || sideload.kind !== 'belongsTo') return false
  return sideload.foreignKey.every(
    (own) => table?.columns.find((column) => column.name === own)?.type.nullable === false,
  )
}

function jsonOf(value: unknown, type: string): unknown {
  if (value === null) return null
  switch (type) {
    case 'integer':
    case 'float':
      return Number(value)
    case 'date':
      return String(value).slice(0, 10)
    case 'json':
      return JSON.parse(String(value))
    case 'bytes':
      return Buffer.from(String(value), 'hex').toString('base64')
    default:
      return value
  }
}

const newId = ({ contract }: Offer, { dice }: Scene): object => {
  const number = 300 + dice.below(200)
  const { clientIds, key } = contract.id
  if (key || clientIds === 'forbidden' || (clientIds === 'allowed' && dice.oneIn(2))) return {}
  return {
    id:
      contract.id.type === 'uuid'
        ? uuidOf(number)
        : contract.id.type === 'integer'
          ? String(number)
          : `k${number}`,
  }
}

function writeFeatures(offer: Offer, offers: ReadonlyMap<string, Offer>): readonly PlainFeature[] {
  const { contract, type } = offer
  const { create, update, destroy } = contract.actions
  const write = (
    name: string,
    asked: (scene: Scene) => Pick<Asked, 'method' | 'path' | 'body'>,
  ): PlainFeature => ({
    type,
    name,
    make: (scene) => ({ ...asked(scene), query: [], type, covers: [name] }),
  })
  const patch = (name: string, data: (scene: Scene, id: string) => object): PlainFeature =>
    write(`update ${name}`, (scene) => {
      const id = scene.dice.oneIn(4) ? anyId(type, scene) : seenId(type, scene)
      return { method: 'PATCH', path: `/${type}/${id}`, body: { data: { type, id, ...data(scene, id) } } }
    })
  const created = (time: number): PlainFeature =>
    write(`create ${time}`, (scene) => ({
      method: 'POST',
      path: `/${type}`,
      body: { data: { type, ...newId(offer, scene), ...members(offer, scene, { on: 'create' }) } },
    }))
  const relationships = Object.entries(contract.relationships).filter(
    ([, { write: may, custom }]) => may !== false && !custom,
  )
  return [
    ...(create.address ? [1, 2, 3].map(created) : []),
    ...(update.address
      ? [
          patch('several', (scene) => members(offer, scene, { on: 'update' })),
          ...Object.entries(contract.attributes).flatMap(([name, { write: may }]) =>
            may === false
              ? []
              : [patch(name, (scene) => members(offer, scene, { on: 'update', only: name }))],
          ),
          ...relationships.map(([name]) =>
            patch(name, (scene) => members(offer, scene, { on: 'update', only: name })),
          ),
          ...relationships.flatMap(([name]) => linkageFeatures(offer, name, write)),
          ...relationships.flatMap(([name]) => nestedFeatures(offer, name, offers, write)),
        ]
      : []),
    ...(destroy.address
      ? [
          write('destroy', (scene) => ({
            method: 'DELETE',
            path: `/${type}/${scene.dice.oneIn(3) ? anyId(type, scene) : seenId(type, scene)}`,
          })),
        ]
      : []),
  ]
}

type Write = (name: string, asked: (scene: Scene) => Pick<Asked, 'method' | 'path' | 'body'>) => PlainFeature

function linkageFeatures({ contract, type }: Offer, name: string, write: Write): readonly PlainFeature[] {
  const relationship = contract.relationships[name]
  if (!relationship) return []
  const { cardinality, types } = relationship
  const methods = cardinality === 'many' ? (['POST', 'PATCH', 'DELETE'] as const) : (['PATCH'] as const)
  return methods.map((method) =>
    write(`${method} linkage ${name}`, (scene) => {
      const link = linkTo(types, scene)
      const data = cardinality === 'many' ? (link ? [link] : []) : (link ?? null)
      return { method, path: `/${type}/${seenId(type, scene)}/relationships/${name}`, body: { data } }
    }),
  )
}

/** Nested writes to related records: creates, updates, destroys and unlinks. */
function nestedFeatures(
  offer: Offer,
  name: string,
  offers: ReadonlyMap<string, Offer>,
  write: Write,
): readonly PlainFeature[] {
  const { contract, type } = offer
  const relationship = contract.relationships[name]
  const target = offers.get(relationship?.types[0] ?? '')
  if (!relationship || !target) return []
  const back = Object.entries(target.contract.relationships).flatMap(([other, { types }]) =>
    types.includes(type) ? [other] : [],
  )
  const isMany = relationship.cardinality === 'many'
  const data = (link: object): unknown => (isMany ? [link] : link)
  return (['create', 'update', 'destroy', 'disassociate'] as const).map((method) =>
    write(`nested ${method} ${name}`, (scene) => {
      const id = seenId(type, scene)
      const child = target.type
      const identity =
        method === 'create' ? { type: child, 'temp-id': 'a' } : { type: child, id: anyId(child, scene) }
      const included =
        method === 'create'
          ? [{ ...identity, ...members(target, scene, { on: 'create', without: back }) }]
          : method === 'update'
            ? [{ ...identity, ...members(target, scene, { on: 'update', without: back }) }]
            : []
      return {
        method: 'PATCH',
        path: `/${type}/${id}`,
        body: {
          data: { type, id, relationships: { [name]: { data: data({ ...identity, method }) } } },
          ...(included.length > 0 && { included }),
        },
      }
    }),
  )
}

function operationFeatures(offer: Offer): readonly PlainFeature[] {
  const { contract, type } = offer
  const operation = (name: string, operationOf: (scene: Scene) => object): PlainFeature => ({
    type,
    name: `operation ${name}`,
    make: (scene) => ({
      method: 'POST',
      path: '/operations',
      query: [],
      body: { 'atomic:operations': [operationOf(scene)] },
      isAtomic: true,
      type,
      covers: [`operation ${name}`],
    }),
  })
  const isOpen = (action: 'create' | 'update' | 'destroy'): boolean => contract.actions[action].who !== false
  return [
    ...(isOpen('create')
      ? [
          operation('add', (scene) => ({
            op: 'add',
            data: { type, ...newId(offer, scene), ...members(offer, scene, { on: 'create' }) },
          })),
        ]
      : []),
    ...(isOpen('update')
      ? [
          operation('update', (scene) => ({
            op: 'update',
            data: { type, id: anyId(type, scene), ...members(offer, scene, { on: 'update' }) },
          })),
        ]
      : []),
    ...(isOpen('destroy')
      ? [operation('remove', (scene) => ({ op: 'remove', ref: { type, id: anyId(type, scene) } }))]
      : []),
  ]
}
