import type { ResourceClass } from '@jsonapi-gen/runtime'
import fc from 'fast-check'
import type { BlogRows } from './blog.js'

type Config = ResourceClass['config']
type Parameters_ = readonly (readonly [string, string])[]

/**
 * Random valid requests, derived from the configuration of the resources and the values of their rows.
 *
 * They avoid anything that depends on the store (docs/internals/specification.md, "Limits of the stores").
 * Because of collations, nothing is sorted by text, and text is compared only with values that no other row
 * contains in a different case or with different accents. Records are not sorted through a relationship that
 * may be empty, because Prisma cannot control the position of such records by a column that is itself never
 * null.
 */
export function requests(resources: readonly ResourceClass[], rows: BlogRows): fc.Arbitrary<string> {
  const configs = new Map(resources.map(({ config }) => [config.type, config]))
  return fc
    .constantFrom(...configs.values())
    .chain((config) =>
      fc.oneof(
        { weight: 4, arbitrary: collection(config, configs, rows) },
        { weight: 1, arbitrary: single(config, configs) },
        { weight: 1, arbitrary: related(config, configs, rows) },
      ),
    )
}

function collection(
  config: Config,
  configs: ReadonlyMap<string, Config>,
  rows: BlogRows,
): fc.Arbitrary<string> {
  return includes(config, configs).chain((paths) =>
    fc
      .tuple(
        filters(config, configs, rows),
        sorts(config, paths, configs, rows),
        pages(config, paths, configs),
        stats(config),
        fields(config, paths, configs),
      )
      .map((parts) => address(`/${config.type}`, [...include(paths), ...parts.flat()])),
  )
}

function single(config: Config, configs: ReadonlyMap<string, Config>): fc.Arbitrary<string> {
  return includes(config, configs).chain((paths) =>
    fc
      .tuple(fc.integer({ min: 1, max: 12 }), fields(config, paths, configs))
      .map(([id, parts]) => address(`/${config.type}/${id}`, [...include(paths), ...parts])),
  )
}

/** The related records of one record, or their linkage. The rules for a collection also apply to them. */
function related(config: Config, configs: ReadonlyMap<string, Config>, rows: BlogRows): fc.Arbitrary<string> {
  const many = [...config.sideloads.keys()].filter((name) => isToMany(config, [name], configs))
  if (many.length === 0) return single(config, configs)
  return fc
    .tuple(fc.integer({ min: 1, max: 12 }), fc.constantFrom(...many), fc.constantFrom('', 'relationships/'))
    .chain(([id, name, form]) => {
      const [target] = targets(config, [name], configs)
      const path = `/${config.type}/${id}/${form}${name}`
      if (!target || form !== '') return fc.constant(path)
      return collection(target, configs, rows).map((one) => path + one.slice(`/${target.type}`.length))
    })
}

const address = (path: string, parameters: Parameters_): string => {
  const search = new URLSearchParams([...new Map(parameters)])
  return search.size === 0 ? path : `${path}?${search}`
}

const include = (paths: readonly string[]): Parameters_ =>
  paths.length === 0 ? [] : [['include', paths.join(',')]]

/** The configurations at the end of a path; there are several if it is polymorphic. */
function targets(
  config: Config,
  path: readonly string[],
  configs: ReadonlyMap<string, Config>,
): readonly Config[] {
  const [name, ...rest] = path
  if (name === undefined) return [config]
  const sideload = config.sideloads.get(name)
  if (!sideload) return []
  const types =
    sideload.kind === 'polymorphicBelongsTo'
      ? [...sideload.groups.values()].map(({ resource }) => resource)
      : [sideload.resource]
  return types.flatMap((type) => {
    const target = configs.get(String(type))
    return target ? targets(target, rest, configs) : []
  })
}

function includes(config: Config, configs: ReadonlyMap<string, Config>): fc.Arbitrary<readonly string[]> {
  const paths = (from: Config, depth: number): readonly string[] =>
    [...from.sideloads.keys()].flatMap((name) => [
      name,
      ...(depth === 1
        ? []
        : targets(from, [name], configs).flatMap((target) =>
            paths(target, depth - 1).map((path) => `${name}.${path}`),
          )),
    ])
  const known = [...new Set(paths(config, 3))]
  return known.length === 0 ? fc.constant([]) : fc.uniqueArray(fc.constantFrom(...known), { maxLength: 3 })
}

const NUMBERS = new Set(['integer', 'bigint', 'float', 'decimal', 'date', 'datetime'])

function filters(
  config: Config,
  configs: ReadonlyMap<string, Config>,
  rows: BlogRows,
): fc.Arbitrary<Parameters_> {
  const known = [...config.filters.values()].filter(({ if: guard }) => guard === undefined)
  if (known.length === 0) return fc.constant([])
  const one = fc.constantFrom(...known).chain((filter) => {
    const path = filter.attribute.split('.')
    const name = path.at(-1) ?? ''
    const [owner = config] = targets(config, path.slice(0, -1), configs)
    const type = filter.type ?? owner.attributes.get(name)?.type
    const kind = type?.kind ?? 'integer'
    const values = filter.filter ? ['true', 'false'] : texts(rows[String(owner.model)] ?? [], name, kind)
    if (values.length === 0) return fc.constant<Parameters_>([])
    const all = filter.filter ? ['eq'] : [...(filter.operators ?? operators(kind))]
    // A custom filter accepts one value (rule 14.3).
    const most = filter.filter ? 1 : 3
    const value = fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most })
    const given = type?.nullable === true ? fc.oneof(value, fc.constant(['null'])) : value
    return fc
      .tuple(fc.constantFrom(...filter.aliases), fc.constantFrom(...all), given)
      .map(([name, operator, list]): Parameters_ => [
        [`[${name}]${operator === 'eq' ? '' : `[${operator}]`}`, list.join(',')],
      ])
  })
  // A request contains each filter once, so a name must not occur both with and without an operator.
  const nameOf = (member: Parameters_): string => member[0]?.[0].split(']')[0] ?? ''
  const plain = fc
    .uniqueArray(one, { maxLength: 2, selector: nameOf })
    .map((list) => list.flat().map(([name, value]): [string, string] => [`filter${name}`, value]))
  const group = fc
    .tuple(fc.constantFrom('or', 'and'), fc.array(one, { minLength: 1, maxLength: 3 }))
    .map(([kind, members]): Parameters_ =>
      members.flatMap((member, index) =>
        member.map(([name, value]): [string, string] => [`filter[${kind}][${index}]${name}`, value]),
      ),
    )
  const negated = one.map((member) =>
    member.map(([name, value]): [string, string] => [`filter[not]${name}`, value]),
  )
  return fc.oneof({ weight: 4, arbitrary: plain }, group, negated)
}

const operators = (kind: string): readonly string[] =>
  kind === 'string'
    ? ['eq', 'not_eq', 'prefix', 'not_prefix', 'suffix', 'not_suffix', 'contains', 'not_contains']
    : NUMBERS.has(kind)
      ? ['eq', 'not_eq', 'gt', 'not_gt', 'gte', 'not_gte', 'lt', 'not_lt', 'lte', 'not_lte']
      : ['eq', 'not_eq']

/** The values of a column as they are written in a request. */
function texts(rows: BlogRows[string], attribute: string, kind: string): readonly string[] {
  const values = rows.map((row) => row[attribute]).filter((value) => value !== null)
  if (kind !== 'string') {
    return [...new Set(values.map((value) => (value instanceof Date ? value.toISOString() : String(value))))]
  }
  const folded = (text: string): string =>
    text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
  const all = values.map(String)
  const isPlain = (piece: string): boolean =>
    /^[\w -]{3,}$/.test(piece) &&
    !/_|^(?:null|nil|true|false)$/.test(piece) &&
    piece === piece.trim() &&
    all.every(
      (text) => folded(text).includes(folded(piece)) === text.toLowerCase().includes(piece.toLowerCase()),
    ) &&
    all.every((text) => (folded(text) === folded(piece)) === (text === piece))
  const pieces = all.flatMap((text) => [text, text.slice(0, 5), text.slice(-5), text.slice(3, 9)])
  return [...new Set(pieces)].filter(isPlain)
}

/** Attributes that every store sorts in the same order. */
const sortable = (config: Config): readonly string[] => [
  'id',
  ...[...config.attributes.values()]
    .filter(({ type, sortable: may }) => may === true && type.kind !== 'string')
    .map(({ name }) => name),
]

function sorts(
  config: Config,
  paths: readonly string[],
  configs: ReadonlyMap<string, Config>,
  rows: BlogRows,
): fc.Arbitrary<Parameters_> {
  const isAlwaysThere = (foreignKey: readonly string[]): boolean =>
    (rows[String(config.model)] ?? []).every((row) => foreignKey.every((column) => row[column] !== null))
  const toOne = [...config.sideloads.values()].flatMap((sideload) =>
    sideload.kind === 'belongsTo' && isAlwaysThere(sideload.foreignKey)
      ? targets(config, [sideload.name], configs).flatMap((target) =>
          sortable(target)
            .map((name) => `${sideload.name}.${name}`)
            .filter((path) => config.sorts.has(path)),
        )
      : [],
  )
  const ofPaths = paths.flatMap((path) => {
    const parts = path.split('.')
    const ends = targets(config, parts, configs)
    const [end] = ends
    return end && ends.length === 1 && isToMany(config, parts, configs)
      ? sortable(end).map((name) => `${path}.${name}`)
      : []
  })
  const key = fc
    .tuple(fc.boolean(), fc.constantFrom(...sortable(config), ...toOne, ...ofPaths))
    .map(([descending, name]) => (descending ? `-${name}` : name))
  return fc
    .uniqueArray(key, { maxLength: 3, selector: (one) => one.replace('-', '') })
    .map((keys) => (keys.length === 0 ? [] : [['sort', keys.join(',')]]))
}

/** Returns whether a path leads to several records: only then can it have its own sort and page. */
function isToMany(config: Config, path: readonly string[], configs: ReadonlyMap<string, Config>): boolean {
  const [owner] = targets(config, path.slice(0, -1), configs)
  const kind = owner?.sideloads.get(path.at(-1) ?? '')?.kind
  return kind === 'hasMany' || kind === 'hasAndBelongsToMany' || kind === 'polymorphicHasMany'
}

function pages(
  config: Config,
  paths: readonly string[],
  configs: ReadonlyMap<string, Config>,
): fc.Arbitrary<Parameters_> {
  const many = paths.filter((path) => isToMany(config, path.split('.'), configs))
  const page = (prefix: string) =>
    fc
      .tuple(fc.option(fc.integer({ min: 0, max: 7 })), fc.option(fc.integer({ min: 1, max: 3 })))
      .map(([size, number]): Parameters_ => [
        ...(size === null ? [] : [[`${prefix}[size]`, String(size)] as const]),
        ...(number === null ? [] : [[`${prefix}[number]`, String(number)] as const]),
      ])
  const ofMany =
    many.length === 0
      ? fc.constant<Parameters_>([])
      : fc.constantFrom(...many).chain((path) => page(`page[${path}]`))
  return fc.tuple(page('page'), fc.oneof(fc.constant<Parameters_>([]), ofMany)).map((parts) => parts.flat())
}

function stats(config: Config): fc.Arbitrary<Parameters_> {
  const known = [...config.stats.values()].flatMap(({ attribute, calculations }) => [
    [`stats[${attribute}]`, [...calculations.keys()].join(',')] as const,
  ])
  return fc.subarray(known)
}

function fields(
  config: Config,
  paths: readonly string[],
  configs: ReadonlyMap<string, Config>,
): fc.Arbitrary<Parameters_> {
  const reached = new Map(
    [config, ...paths.flatMap((path) => targets(config, path.split('.'), configs))].map((one) => [
      one.type,
      one,
    ]),
  )
  const ofType = [...reached.values()].map((one) => {
    const names = [...one.attributes.keys(), ...one.sideloads.keys()]
    return fc
      .tuple(fc.option(fc.subarray(names), { freq: 1 }), fc.subarray([...one.extraFields.keys()]))
      .map(([some, extra]): Parameters_ => [
        ...(some === null ? [] : [[`fields[${one.type}]`, some.join(',')] as const]),
        ...(extra.length === 0 ? [] : [[`extra_fields[${one.type}]`, extra.join(',')] as const]),
      ])
  })
  return fc.tuple(...ofType).map((parts) => parts.flat())
}
