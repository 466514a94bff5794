import fc from 'fast-check'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSchema } from 'jsonapi-gen'
import { createApi, defineRegistry, type ResourceClass } from '@jsonapi-gen/runtime'
import { KINDS, type Kind } from '@jsonapi-gen/runtime/vocabulary'
import { chance } from '../support/chance.js'
import { databases } from '../support/databases.js'
import { isSoak } from '../support/sample.js'
import { serveWrites } from '../write/support/serve.js'
import { typesResources, writableTypes } from '../write/support/types.js'
import { folderWith } from './support/folder.js'

type Literal =
  | string
  | number
  | bigint
  | boolean
  | null
  | readonly Literal[]
  | { readonly [name: string]: Literal }

/** A literal, and the type of the attribute for which the schema contains it. */
interface Case {
  readonly kind: Kind
  readonly list: boolean
  readonly nullable: boolean
  readonly literal: Literal
}

const COLORS = ['red', 'green', 'blue']

/** Strings that are values of a kind, and strings that are almost valid. */
const TEXTS: Readonly<Record<Kind, readonly string[]>> = {
  string: ['', ' ', 'text', 'null', '\u2028', '😀'],
  integer: ['0', '-0', '1', '01', '2147483647', '2147483648', '+1', '1.0', '1e3', ' 1'],
  bigint: ['0', '-9223372036854775808', '9223372036854775807', '9223372036854775808', '1n', '1e3', '+1'],
  float: ['0.5', '.5', '1e308', '1e309', 'Infinity', 'NaN', '0x10'],
  decimal: [
    '0.5',
    '.5',
    '5.',
    '+1',
    '-0.10',
    '1e30',
    '1E-7',
    '1e999',
    '1e1000',
    '1_000',
    '1,5',
    '',
    '0x10',
    '--1',
  ],
  boolean: ['true', 'false', 'yes', 'TRUE', '1'],
  date: [
    '2024-02-29',
    '2023-02-29',
    '2026-02-30',
    '0000-01-01',
    '0001-01-01',
    '9999-12-31',
    '2026-1-1',
    '2026-11-20T00:00',
  ],
  datetime: [
    '2026-11-20',
    '2026-11-20T15:04',
    '2026-11-20 15:04:05',
    '2026-11-20T15:04:05Z',
    '2026-11-20t15:04:05z',
    '2026-11-20T15:04:05.678+01:00',
    '2026-11-20T15:04:05.678+0100',
    '2026-11-20T15:04:05.678900Z',
    '2026-11-20T15:04:05.678000Z',
    '2026-02-30T00:00:00Z',
    '2026-11-20T24:00:00Z',
    '2026-11-20T25:00:00Z',
    '0000-12-31T23:00:00-02:00',
    '9999-12-31T23:59:59.999-00:01',
    '2026-11-20T15:04:05+24:00',
    'now',
  ],
  uuid: [
    '00000000-0000-4000-8000-000000000000',
    'ABCDEF00-0000-4000-8000-00000000000F',
    '00000000-0000-4000-8000-00000000000',
    '000000000000400080000000000000000000',
    '{00000000-0000-4000-8000-000000000000}',
  ],
  json: ['', 'text', '{}'],
  bytes: ['', 'AA==', 'AB==', 'AAA=', 'AAB=', 'AAAA', 'A', 'AA', '-_-_', '+/+/', 'A A=', 'AA==AA=='],
  enum: ['red', 'Red', 'black', '', '__proto__'],
}

const DOUBLES = [0, 1, -1, 0.1, 1.5, 1e21, 5e-324, 1.797_693_134_862_315_7e308, 1.797_693_134_862_315e308]
const BOUNDS = [2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 2 ** 53 - 1, Infinity, -Infinity, NaN]
const LARGE = [
  2n ** 53n,
  2n ** 63n - 1n,
  2n ** 63n,
  -(2n ** 63n),
  -(2n ** 63n) - 1n,
  10n ** 308n,
  10n ** 309n,
]
const NUMBERS: readonly Literal[] = [...DOUBLES, ...BOUNDS, ...LARGE]

const changedText = (texts: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...texts), fc.nat(40), fc.constantFrom('', ...'019-+.:eETZz =_/aF'))
    .map(([text, at, character]) => text.slice(0, at) + character + text.slice(at + 1))

const scalarOf = (kind: Kind): fc.Arbitrary<Literal> =>
  fc.oneof(
    { arbitrary: fc.constantFrom(...TEXTS[kind]), weight: 6 },
    { arbitrary: changedText(TEXTS[kind]), weight: 4 },
    { arbitrary: fc.constantFrom(...Object.values(TEXTS).flat()), weight: 1 },
    { arbitrary: fc.constantFrom(...NUMBERS), weight: 4 },
    { arbitrary: fc.oneof(fc.double(), fc.bigInt(), fc.integer()), weight: 2 },
    { arbitrary: fc.constantFrom<Literal[]>(true, false, null), weight: 2 },
  )

const literalOf = (kind: Kind, list: boolean): fc.Arbitrary<Literal> => {
  const scalar = scalarOf(kind)
  const map = fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), scalar, { maxKeys: 2 })
  return fc.oneof(
    { arbitrary: scalar, weight: list ? 2 : 8 },
    { arbitrary: fc.array(scalar, { maxLength: 2 }), weight: list ? 8 : 1 },
    { arbitrary: map, weight: kind === 'json' ? 6 : 1 },
  )
}

const anyCase: fc.Arbitrary<Case> = fc
  .record({ kind: fc.constantFrom(...KINDS), list: fc.boolean(), nullable: fc.boolean() })
  .chain((type) => literalOf(type.kind, type.list).map((literal) => ({ ...type, literal })))

/**
 * For each kind, its own strings and all numbers, plus random cases. A soak uses the strings of all kinds.
 */
function drawn(): readonly Case[] {
  const all = Object.values(TEXTS).flat()
  const written = KINDS.flatMap((kind) => {
    const literals = new Set<Literal>([...(isSoak ? all : TEXTS[kind]), ...NUMBERS, true, null])
    return [...literals].map((literal): Case => ({ kind, list: false, nullable: false, literal }))
  })
  const { seed, numRuns } = chance(isSoak ? 5000 : 200)
  const cases = [...written, ...fc.sample(anyCase, { seed, numRuns })]
  return cases.map((each) => ({ ...each, literal: asRead(each.literal) }))
}

/**
 * A literal as it is read from a schema: an integer that is written out becomes a number if it is safe, and
 * otherwise a bigint.
 */
function asRead(literal: Literal): Literal {
  if (typeof literal === 'bigint') return Number.isSafeInteger(Number(literal)) ? Number(literal) : literal
  if (typeof literal === 'number') {
    return /^-?\d{16,}$/.test(String(literal)) ? asRead(BigInt(literal)) : literal
  }
  if (typeof literal !== 'object' || literal === null) return literal
  if (isList(literal)) return literal.map(asRead)
  return Object.fromEntries(Object.entries(literal).map(([name, value]) => [name, asRead(value)]))
}

/** A literal as YAML on a single line. */
function yamlOf(literal: Literal): string {
  if (typeof literal === 'bigint' || typeof literal === 'boolean' || literal === null) return String(literal)
  if (typeof literal === 'string') return JSON.stringify(literal)
  if (typeof literal === 'number') {
    if (Number.isNaN(literal)) return '.nan'
    return Number.isFinite(literal) ? String(literal) : literal > 0 ? '.inf' : '-.inf'
  }
  if (isList(literal)) return `[${literal.map(yamlOf).join(', ')}]`
  return `{ ${Object.entries(literal)
    .map(([name, value]) => `${JSON.stringify(name)}: ${yamlOf(value)}`)
    .join(', ')} }`
}

const isList = (literal: object): literal is readonly Literal[] => Array.isArray(literal)

const typeInYaml = ({ kind, list, nullable }: Case): string => {
  const name = `'${kind}${list ? '[]' : ''}${nullable ? '?' : ''}'`
  return kind === 'enum' ? `type: ${name}, enum: [${COLORS.join(', ')}]` : `type: ${name}`
}

/** The numbers of the cases that `validate` rejects. Each case is a resource on its own line. */
async function refusedBySchema(
  cases: readonly Case[],
  code: string,
  resourceOf: (each: Case) => string,
): Promise<readonly number[]> {
  const lines = cases.map((each, index) => `  c${index}: ${resourceOf(each)}`)
  const folder = await folderWith({ 'schema.yaml': ['resources:', ...lines, ''].join('\n') })
  const { diagnostics } = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  // Half of a surrogate pair is never valid in a schema.
  const others = errors.filter((error) => error.code !== code && error.code !== 'JG112')
  expect(others.map(({ message }) => message)).toEqual([])
  return errors.map(({ at }) => at.source.text.slice(0, at.start).split('\n').length - 2)
}

/** The numbers of the cases whose declarations createApi rejects. */
function refusedByRuntime(
  cases: readonly Case[],
  resourceOf: (each: Case, type: string) => ResourceClass,
): readonly number[] {
  const resources = cases.map((each, index) => [`c${index}`, resourceOf(each, `c${index}`)] as const)
  try {
    createApi({ registry: defineRegistry(Object.fromEntries(resources)), controllers: {} })
    return []
  } catch (error) {
    const [, ...faults] = String(error).split('\n')
    return faults.map((fault) => Number(/^- c(\d+): /.exec(fault)?.[1]))
  }
}

/** The column of samples that stores the value of a case. */
const columnOf = ({ kind }: Case): string => `${kind === 'enum' ? 'color' : kind}OrNull`

const typeOf = ({ kind, list, nullable }: Case) =>
  kind === 'enum'
    ? { enum: COLORS, list, nullable }
    : { type: `${kind}${list ? '[]' : ''}${nullable ? '?' : ''}` as const }

const chunksOf = (cases: readonly Case[], size: number): readonly (readonly Case[])[] =>
  Array.from({ length: Math.ceil(cases.length / size) }, (_, at) => cases.slice(at * size, (at + 1) * size))

const REST = {
  string: 'text',
  integer: 0,
  bigint: '0',
  float: 0,
  decimal: '0',
  boolean: false,
  date: '2026-11-20',
  datetime: '2026-11-20T15:04:05.678Z',
  json: {},
  bytes: 'AQ==',
  color: 'red',
  uuid: '00000000-0000-4000-8000-000000000000',
}

const [sqlite] = databases.filter(({ name }) => name === 'sqlite')

describe('generator/vocabulary-literals (20.28): `validate` and the runtime accept the same literals', () => {
  if (!sqlite) throw new Error('SQLite is always there.')
  const types = writableTypes(sqlite)

  /** A resource for samples with an attribute of a case's type. */
  const samplesWith = (
    type: string,
    of: Case,
    declare: (resource: ResourceClass, column: string) => void,
  ): ResourceClass => {
    const { samples } = typesResources(types.adapter)
    if (!samples) throw new Error('There are samples.')
    class Samples extends samples {
      static {
        this.type(type)
        declare(this, columnOf(of))
      }
    }
    return Samples
  }

  test(
    '`validate` and the runtime accept the same defaults',
    { timeout: isSoak ? 1_800_000 : 60_000 },
    async () => {
      for (const cases of chunksOf(drawn(), 300)) {
        const resourceOf = (each: Case, type: string) =>
          samplesWith(type, each, (resource, column) => {
            resource.attribute(column, { ...typeOf(each), default: each.literal })
          })
        const bySchema = await refusedBySchema(
          cases,
          'JG207',
          (each) => `{ attributes: { value: { ${typeInYaml(each)}, default: ${yamlOf(each.literal)} } } }`,
        )
        const byRuntime = refusedByRuntime(cases, resourceOf)
        expect(cases.filter((_, index) => bySchema.includes(index) !== byRuntime.includes(index))).toEqual([])
        // Accepted values can be written: no create causes an internal error. SQLite stores decimals as doubles, and
        // Prisma rounds numbers with 17 digits in JSON, so SQLite rejects values that would change.
        const taken = cases.filter(({ list }, index) => !list && !bySchema.includes(index))
        const api = serveWrites(
          Object.fromEntries(taken.map((each, index) => [`c${index}`, resourceOf(each, `c${index}`)])),
        )
        for (const [index, each] of taken.entries()) {
          const { status } = await api.send('POST', `/c${index}`, {
            data: { type: `c${index}`, attributes: REST },
          })
          const isRounded = each.kind === 'decimal' || (each.kind === 'json' && hasManyDigits(each.literal))
          expect([201, isRounded ? 422 : 201], yamlOf(each.literal)).toContain(status)
        }
      }
    },
  )

  test(
    '`validate` and the runtime accept the same values in default filters',
    { timeout: isSoak ? 1_800_000 : 60_000 },
    async () => {
      for (const cases of chunksOf(drawn(), 300)) {
        const resourceOf = (each: Case, type: string) =>
          samplesWith(type, each, (resource, column) => {
            resource.attribute(column, typeOf(each))
            resource.defaultFilter(column, { eq: each.literal })
          })
        const bySchema = await refusedBySchema(
          cases,
          'JG408',
          (each) =>
            `{ attributes: { value: { ${typeInYaml(each)} } }, defaultFilters: { value: { eq: ${yamlOf(each.literal)} } } }`,
        )
        const byRuntime = refusedByRuntime(cases, resourceOf)
        expect(cases.filter((_, index) => bySchema.includes(index) !== byRuntime.includes(index))).toEqual([])
        const taken = cases.filter(({ list }, index) => !list && !bySchema.includes(index))
        const api = serveWrites(
          Object.fromEntries(taken.map((each, index) => [`c${index}`, resourceOf(each, `c${index}`)])),
        )
        for (const [index, each] of taken.entries()) {
          const { status } = await api.send('GET', `/c${index}?page[size]=1`)
          expect(status, yamlOf(each.literal)).toBe(200)
        }
      }
    },
  )

  test('`validate` and the runtime accept the same bounds of a decimal', async () => {
    const texts = [...new Set(Object.values(TEXTS).flat())]
    const cases = texts.map((literal): Case => ({ kind: 'decimal', list: false, nullable: true, literal }))
    const bySchema = await refusedBySchema(
      cases,
      'JG202',
      (each) => `{ attributes: { value: { type: decimal, minimum: ${yamlOf(each.literal)} } } }`,
    )
    const byRuntime = refusedByRuntime(cases, (each, type) =>
      samplesWith(type, each, (resource, column) => {
        resource.attribute(column, { type: 'decimal?', minimum: String(each.literal) })
      }),
    )
    expect(cases.filter((_, index) => bySchema.includes(index) !== byRuntime.includes(index))).toEqual([])
    expect(bySchema.length).toBeGreaterThan(10)
    expect(bySchema.length).toBeLessThan(texts.length - 5)
  })
})

const hasManyDigits = (value: unknown): boolean =>
  typeof value === 'number' && Number(value.toPrecision(16)) !== value
