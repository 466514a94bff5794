import { type Known, resourceOf, typesAt } from '../../../explorer/page/model/contract.js'
import type { Dice } from '../../support/dice.js'

/** A random URL. Most of its parts are valid in the contract. If `isOdd` is set, some are not. */
export function someUrl(known: Known, { below: drawn, of }: Dice, isOdd = true): string {
  // Odd parts are drawn with a bound of 8 or more.
  const below = (bound: number): number =>
    bound >= 8 && !isOdd ? 1 + drawn(Math.min(bound - 1, 2)) : drawn(bound)
  const types = Object.keys(known.contract.resources)
  const type = of(types)
  const relationships = Object.keys(resourceOf(known, type)?.relationships ?? {})
  const relationship = relationships.length > 0 ? of(relationships) : undefined
  const isLinkage = below(4) === 0
  const path =
    [
      `/${type}`,
      `/${type}`,
      `/${type}/1`,
      relationship === undefined
        ? `/${type}/2`
        : `/${type}/1/${isLinkage ? 'relationships/' : ''}${relationship}`,
    ][below(4)] ?? ''
  const primary = path.split('/').length > 3 && relationship ? typesAt(known, [type], relationship) : [type]
  const paths = somePaths(known, primary, { below, of })
  const parts = [
    ...(below(3) > 0 ? [`include=${paths.join(',')}`] : paths.map((each) => `include[]=${each}`)),
    ...times(below(4), () => someFilter(known, primary, paths, { below, of })),
    ...(below(2) > 0
      ? [`sort=${times(1 + below(3), () => someSort(known, primary, paths, { below, of })).join(',')}`]
      : []),
    ...times(below(3), () => someFields(known, [...primary, of(types)], { below, of })),
    ...times(below(3), () => someStat(known, primary, { below, of })),
    ...times(below(3), () => somePage(paths, { below, of })),
    ...(below(12) === 0
      ? [
          of([
            '',
            'filtre[a]=1',
            'filter=1',
            'page=2',
            'filter[a=1',
            'sort[]=id',
            'stats=count',
            'include=author',
            'page[size][]=1',
          ]),
        ]
      : []),
  ]
  return `${path}${parts.length > 0 ? '?' : ''}${parts.join('&')}`
}

const NUMBERS = ['1', '2,3', '{{{10}}}']
const TIMES = ['2024-01-01', '2024-01-01T10:00:00Z']
const FITTING: Readonly<Record<string, readonly string[]>> = {
  integer: NUMBERS,
  bigint: NUMBERS,
  float: NUMBERS,
  decimal: NUMBERS,
  boolean: ['true', 'false'],
  enum: ['draft', 'published', 'draft,published'],
  date: ['2024-01-01'],
  datetime: TIMES,
}

type Draw = Pick<Dice, 'below' | 'of'>

const times = <Value>(count: number, make: () => Value): Value[] => Array.from({ length: count }, make)

function somePaths(known: Known, primary: readonly string[], { below, of }: Draw): readonly string[] {
  return times(below(4), () => {
    let types = primary
    const names: string[] = []
    for (let depth = 0; depth <= below(3); depth++) {
      const offered = types.flatMap((type) => Object.keys(resourceOf(known, type)?.relationships ?? {}))
      if (offered.length === 0) break
      const name = of(offered)
      names.push(name)
      types = typesAt(known, types, name)
    }
    return names.join('.')
  }).filter((path) => path !== '')
}

function someFilter(known: Known, primary: readonly string[], paths: readonly string[], draw: Draw): string {
  const { below, of } = draw
  const path = paths.length > 0 && below(3) === 0 ? of(paths) : ''
  const types = path === '' ? primary : typesAt(known, primary, path)
  const filters = types.flatMap((type) => Object.entries(resourceOf(known, type)?.filters ?? {}))
  if (filters.length === 0) return 'filter[none]=1'
  const [name, filter] = of(filters)
  const written =
    filter.aliases.length > 0 && below(2) === 0 ? of(filter.aliases) : below(20) === 0 ? `${name}x` : name
  const operator = below(2) === 0 ? `[${below(12) === 0 ? 'near' : of(filter.operators)}]` : ''
  const odd = below(8) === 0
  const value = of(
    !odd && filter.type !== 'string'
      ? (FITTING[filter.type] ?? ['1'])
      : [
          '1',
          '2,3',
          'null',
          'true',
          'a',
          'draft',
          '{{a,b}}',
          '{{{"a, b"}}}',
          '{{{null}}}',
          '2024-01-01',
          '',
          'a+b%26c',
          '%7B%7Bopen',
          'Ada Brontë',
          '10',
        ],
  )
  const before = path === '' ? '' : `[${below(3) === 0 ? (path.split('.').at(-1) ?? '') : path}]`
  const group =
    [
      '',
      '',
      '',
      `[or][${below(2)}]`,
      '[not]',
      `[and][0][or][${below(2)}]`,
      below(12) === 0 ? '[or]' : '[not][not]',
    ][below(7)] ?? ''
  const list = below(10) === 0 ? '[]' : ''
  return `filter${before}${group}[${written}]${operator}${list}=${value}`
}

function someSort(
  known: Known,
  primary: readonly string[],
  paths: readonly string[],
  { below, of }: Draw,
): string {
  const path = paths.length > 0 && below(3) === 0 ? of(paths) : ''
  const types = path === '' ? primary : typesAt(known, primary, path)
  const sorts = types.flatMap((type) => Object.keys(resourceOf(known, type)?.sorts ?? {}))
  const name = sorts.length > 0 ? of(sorts) : 'id'
  const sign = of(['', '-', ''])
  if (below(20) === 0) return of(['-', '', '--id', 'nothing', `${primary[0]}.${name}`])
  if (path === '') return sign + name
  return below(2) === 0 ? `${sign}${path}.${name}` : `${path}.${sign}${name}`
}

function someFields(known: Known, types: readonly string[], { below, of }: Draw): string {
  const type = of(types)
  const { attributes = {}, relationships = {}, extraFields = {} } = resourceOf(known, type) ?? {}
  const isExtra = below(3) === 0
  const names = isExtra
    ? Object.keys(extraFields)
    : [...Object.keys(attributes), ...Object.keys(relationships)]
  const some = names.length > 0 ? times(below(4), () => of(names)) : []
  const parameter = isExtra ? 'extra_fields' : 'fields'
  if (below(8) === 0) return `${parameter}=${some.join(',')}`
  if (below(8) === 0) return some.map((name) => `${parameter}[${type}][]=${name}`).join('&')
  return `${parameter}[${below(15) === 0 ? 'nobodies' : type}]=${some.join(',')}`
}

function someStat(known: Known, types: readonly string[], { below, of }: Draw): string {
  const stats = types.flatMap((type) => Object.entries(resourceOf(known, type)?.stats ?? {}))
  if (stats.length === 0) return 'stats[total]=count'
  const [name, { calculations }] = of(stats)
  const some = times(1 + below(2), () => of(calculations))
  if (below(8) === 0) return some.map((each) => `stats[${name}][]=${each}`).join('&')
  return `${of(['stats', 'extra_stats'])}[${name}]=${some.join(',')}`
}

function somePage(paths: readonly string[], { below, of }: Draw): string {
  const path = paths.length > 0 && below(2) === 0 ? of(paths) : undefined
  const at = path === undefined ? '' : `[${below(3) === 0 ? (path.split('.').at(-1) ?? '') : path}]`
  const name = below(8) === 0 ? of(['after', 'before', 'sise']) : of(['size', 'number'])
  return `page${at}[${name}]=${below(8) === 0 ? of(['', 'abc', '1000']) : of(['1', '2', '5'])}`
}
