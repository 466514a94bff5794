import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_LIMITS, JsonapiError, Query, withLimits } from '../support/read/parsing.js'
import { coerceText, coerceValue } from '../../runtime/src/vocabulary/values/coerce.js'
import { parseDate, parseDateTime } from '../../runtime/src/vocabulary/values/dates.js'
import { parseId } from '../../runtime/src/value/identifier.js'
import { KINDS, type AttributeType } from '../../runtime/src/vocabulary/values/type.js'
import { nearest } from '../../runtime/src/vocabulary/nearest.js'
import { readFilterItems, splitFilterText } from '../../runtime/src/vocabulary/filter-value.js'
import { includePaths, includeTree } from '../../runtime/src/query/include.js'
import { parseSort } from '../../runtime/src/query/sort.js'
import { conditionValue } from '../../runtime/src/plan/filters/plan-filter-value.js'
import { chance } from '../support/chance.js'
import { planned, refusedOrTaken, TYPES_OF_QUERY } from '../support/read/parsing.js'

/** Words that have a meaning to the parsers, and words that are difficult to parse. */
const WORDS = [
  ...'filter sort page include stats extra_stats fields extra_fields and or not eq gt prefix size number'.split(
    ' ',
  ),
  ...'title name views status author comments posts tags total count null true 0 1'.split(' '),
  ...'__proto__ constructor prototype toString hasOwnProperty'.split(' '),
  ...'[ ] [] [[ . , - -- = & ? + % %5B %5D %00 %zz {{ }} {{{ }}} " \\ é 🚀'.split(' '),
  ' ',
  '\ud800',
  '\0',
]

/** Strings that consist of these words, or of random characters. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.constantFrom(...WORDS), { maxLength: 25 }).map((parts) => parts.join('')),
)

/** Queries that are mostly well-formed. */
const search = fc
  .array(
    fc.tuple(
      fc.constantFrom('filter', 'sort', 'page', 'include', 'stats', 'fields', 'extra_fields', 'nosuch'),
      fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }),
      text,
    ),
    { maxLength: 6 },
  )
  .map((parts) =>
    parts
      .map(([name, path, value]) => `${name}${path.map((part) => `[${part}]`).join('')}=${value}`)
      .join('&'),
  )

const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, Map.prototype, String.prototype]
const snapshot = () => PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype))
const before = snapshot()

/** Runs a property, and checks afterwards that no prototype has changed. */
function holds(property: fc.IProperty<never> | fc.IProperty<unknown>, runs = 500): void {
  fc.assert(property as fc.IProperty<unknown>, chance(runs))
  expect(snapshot()).toEqual(before)
}

describe('query/properties: no input makes a parser throw an unexpected error or change a prototype', () => {
  test('the query string parser handles any input without an unexpected error', () => {
    expect.hasAssertions()
    holds(
      fc.property(fc.oneof(text, search), (input) =>
        refusedOrTaken(() => Query.ofSearch(TYPES_OF_QUERY, input).hash),
      ),
      2000,
    )
  })

  test('the parser for nested objects handles any input without an unexpected error', () => {
    expect.hasAssertions()
    const object = fc.object({
      key: fc.constantFrom(...WORDS),
      maxDepth: 5,
      withNullPrototype: true,
      withDate: true,
      withBigInt: true,
      withTypedArray: true,
      withMap: true,
      withSet: true,
      withSparseArray: true,
      withBoxedValues: true,
    })
    holds(fc.property(object, (input) => refusedOrTaken(() => Query.ofObject(TYPES_OF_QUERY, input).hash)))
    holds(fc.property(object, (input) => refusedOrTaken(() => Query.ofValues(TYPES_OF_QUERY, input).hash)))
  })

  test('a whole request to the blog is accepted or rejected as a client error', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, search), async (input) => {
        const outcome = await planned(input).then(
          () => undefined,
          (error: unknown) => error,
        )
        expect(outcome === undefined || outcome instanceof JsonapiError).toBe(true)
      }),
      chance(500),
    )
    expect(snapshot()).toEqual(before)
  })

  test('the parser for filter values handles any input without an unexpected error', () => {
    expect.hasAssertions()
    holds(
      fc.property(text, (input) => void splitFilterText(input, 32)),
      2000,
    )
    holds(fc.property(fc.array(text), (input) => void readFilterItems(input, 32)))
  })

  test('the parser for sort keys handles any input without an unexpected error', () => {
    expect.hasAssertions()
    holds(
      fc.property(text, (input) => void parseSort(input, 'sort', [])),
      2000,
    )
  })

  test('include directives of any form are accepted or rejected', () => {
    expect.hasAssertions()
    const input = fc.letrec((tie) => ({
      directive: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.array(tie('directive')),
        fc.dictionary(text, tie('directive')),
        fc.constant(null),
      ),
    })).directive
    holds(fc.property(input, (directive) => void includePaths(includeTree(directive as string))))
  })

  test('the parsers for dates, ids and similar names accept or reject any input', () => {
    const written = fc.oneof(
      text,
      fc.date({ noInvalidDate: false }).map(String),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    )
    holds(
      fc.property(written, (input) => {
        for (const date of [parseDate(input), parseDateTime(input)]) {
          if (date === undefined) continue
          const year = date.getUTCFullYear()
          expect(year >= 1 && year <= 9999).toBe(true)
        }
        for (const kind of ['integer', 'bigint', 'string', 'uuid'] as const) {
          const id = parseId(kind, input)
          expect(!id.ok || String(id.value) === input).toBe(true)
        }
        nearest(input, WORDS)
      }),
    )
  })

  test('text and values are coerced or rejected by every type', () => {
    for (const kind of KINDS) {
      const type: AttributeType = {
        kind,
        list: false,
        nullable: true,
        values: kind === 'enum' ? ['a', '__proto__'] : [],
      }
      holds(
        fc.property(text, (input) => void coerceText(type, input)),
        300,
      )
      holds(
        fc.property(fc.anything({ withBigInt: true, withDate: true }), (input) =>
          refusedOrTaken(() => coerceValue(type, input)),
        ),
        300,
      )
      holds(
        fc.property(text, (input) => {
          const value = conditionValue({ kind: 'text', text: input }, type, DEFAULT_LIMITS)
          expect(value.ok ? value.value : value.reason).not.toBeUndefined()
        }),
        300,
      )
    }
  })
})

describe('query/properties: written values are read back', () => {
  test('any text can be read back from {{…}} and {{{json}}}', () => {
    const braced = text.filter(
      (value) => !value.includes('}}') && !value.startsWith('{') && !value.endsWith('}'),
    )
    holds(
      fc.property(braced, fc.array(braced, { maxLength: 3 }), (first, others) => {
        const all = [first, ...others]
        const read = splitFilterText(all.map((value) => `{{${value}}}`).join(','), 32)
        expect(read.ok && read.values).toEqual(
          all.map((value) => ({ kind: 'text', text: value, protected: true })),
        )
      }),
    )
    holds(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 1, maxLength: 3 }), (values) => {
        const read = splitFilterText(values.map((value) => `{{{${JSON.stringify(value)}}}}`).join(','), 32)
        expect(read.ok && read.values).toEqual(
          values.map((value) => ({ kind: 'json', value: JSON.parse(JSON.stringify(value)) })),
        )
      }),
    )
  })

  test("a filter's text can be read back from an encoded URL", () => {
    holds(
      fc.property(fc.string({ unit: 'grapheme' }), (value) => {
        const query = Query.ofSearch(TYPES_OF_QUERY, `filter[title]=${encodeURIComponent(value)}`)
        expect(query.hash.filter).toEqual({ title: value })
      }),
    )
  })
})

/**
 * The minimum CPU time of a few runs, in microseconds: an estimate of the time that the work itself takes, regardless
 * of other load.
 */
function cost(run: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const start = process.cpuUsage()
    run()
    const { user, system } = process.cpuUsage(start)
    return user + system
  })
  return Math.max(Math.min(...times), 200)
}

describe('query/properties: parsing takes linear time, so ten times the input takes far less than a hundred times as long', () => {
  const repeated = (part: string) => (size: number) => part.repeat(Math.ceil(size / part.length))
  const taken = (run: () => unknown) => {
    try {
      return run()
    } catch (error) {
      return error
    }
  }
  const read = (input: string) => taken(() => Query.ofSearch(TYPES_OF_QUERY, input, withLimits()).hash)
  const split = (input: string) => splitFilterText(input, Number.POSITIVE_INFINITY)

  test.each<[string, (size: number) => string, (input: string) => unknown]>([
    [
      'many parameters',
      (size) => Array.from({ length: size / 20 }, (_, index) => `filter[f${index}]=1`).join('&'),
      read,
    ],
    ['one parameter repeated', repeated('filter[title][]=1&'), read],
    ['deep brackets', (size) => `filter${'[a]'.repeat(size / 3)}=1`, read],
    ['open brackets', (size) => `filter${'['.repeat(size)}=1`, read],
    ['closed brackets', (size) => `${']'.repeat(size)}=1`, read],
    ['percent signs', repeated('%'), read],
    ['sort keys', (size) => `sort=${repeated('-title,')(size)}id`, read],
    ['a long sort key', (size) => `sort=${repeated('a.')(size)}id`, read],
    [
      'include paths',
      (size) => `include=${Array.from({ length: size / 10 }, (_, index) => `a.b${index}`).join()}`,
      read,
    ],
    ['one deep include path', (size) => `include=${repeated('a.')(Math.min(size, 2000))}b`, read],
    ['fields', (size) => `fields[posts]=${repeated('title,')(size)}id`, read],
    ['stats', (size) => `stats[total]=${repeated('count,')(size)}sum`, read],
    ['commas', repeated(','), split],
    ['members', repeated('a,'), split],
    ['open braces', repeated('{{'), split],
    ['protected members', repeated('{{a}},'), split],
    ['braces that nearly close', (size) => `{{${repeated('}}x')(size)}`, split],
    ['JSON members', repeated('{{{1}}},'), split],
    ['JSON that does not close', (size) => `{{{${'['.repeat(size)}`, split],
    ['JSON text with backslashes', (size) => `{{{"${'\\\\'.repeat(size / 2)}`, split],
    ['digits', repeated('9'), (input) => coerceText(typeOf('decimal'), input)],
    ['almost base64', (size) => `${'A'.repeat(size)}=A==`, (input) => coerceText(typeOf('bytes'), input)],
    ['almost a date', (size) => `2024-02-29T23:59:59.${'9'.repeat(size)}`, parseDateTime],
    ['a name unlike any other', repeated('title'), (input) => nearest(input, WORDS)],
  ])('parsing takes linear time for %s', (_, make, run) => {
    const [small, large] = [make(10_000), make(100_000)]
    // The minimum of several measurements, because the process also does other work, such as collecting garbage.
    const costOf = (input: string) => Math.min(...[1, 2, 3, 4].map(() => cost(() => run(input))))
    costOf(small)
    // A quadratic parser takes a hundred times as long in every attempt, and a linear one only while the
    // machine is busy.
    let ratio = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < 3 && ratio >= 50; attempt++) ratio = costOf(large) / costOf(small)
    expect(ratio).toBeLessThan(50)
  })
})

const typeOf = (kind: AttributeType['kind']): AttributeType => ({
  kind,
  list: false,
  nullable: false,
  values: [],
})
