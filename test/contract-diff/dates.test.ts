import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Contract, contractOf, loadSchema } from 'jsonapi-gen'
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { judged } from '../../src/cli/diff.js'
import { compareContracts } from '../../src/contract-diff/compare-contracts.js'
import { dated } from '../../src/contract-diff/dated.js'
import { changesAsText, countedChanges } from '../../src/contract-diff/render.js'

const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-dates-'))
afterAll(() => rm(folder, { recursive: true }))

async function contractOfText(text: string): Promise<Contract> {
  await writeFile(join(folder, 'schema.yaml'), text)
  const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics.map(({ message }) => message)))
  return contractOf(loaded.schema)
}

/** An API of 2026, which announces removals on three days, and one without a day. */
const OLD = await contractOfText(`resources:
  people:
    public: true
    attributes:
      name: { type: string, deprecated: { since: 2026-01-31, sunset: 2027-01-31, use: fullName } }
      nick: { type: string, deprecated: { since: 2026-01-31 } }
      fullName: string
    filters: [name, nick]
    extraFields:
      age: { type: integer, deprecated: { since: 2026-01-31, sunset: 2027-02-28 } }
    actions:
      wave: { on: record, deprecated: { since: 2026-01-31, sunset: 2027-02-28 } }
      index: true
      create: { deprecated: { since: 2026-01-31 } }
      destroy: { deprecated: { since: 2026-01-31, sunset: 2027-02-28 } }
  crowds:
    public: true
    deprecated: { since: 2026-01-31, sunset: 2027-03-31 }
    attributes: { size: integer }
  squares:
    public: true
    attributes: { name: string }
    sideloads: { crowd: { kind: belongsTo, resource: crowds, foreignKey: crowdId } }
`)

/** The same API a year later, without anything that was deprecated. */
const NEW = await contractOfText(`resources:
  people: { public: true, attributes: { fullName: string }, actions: [index, create] }
  squares: { public: true, attributes: { name: string } }
`)

const judgedOn = (base: Contract, head: Contract, day: string): readonly string[] =>
  dated(compareContracts(base, head), { base, head }, day).map(
    ({ level, place, rule }) => `${level} ${place} ${rule}`,
  )

const NAME = [
  'people.attributes.name attribute-removed',
  'people.attributes.name input-removed',
  'people.filters.name filter-removed',
  'people.sorts.name sort-removed',
]
const NICK = NAME.map((each) => each.replaceAll('name', 'nick'))
const FEBRUARY = [
  'people.actions.destroy action-closed',
  'people.extraFields.age extra-field-removed',
  'people.ownActions.wave own-action-removed',
]
const WITHDRAWN = [['people.actions.create deprecation-withdrawn']]
const CROWDS = [
  'crowds resource-removed',
  'squares.relationships.crowd input-removed',
  'squares.relationships.crowd relationship-removed',
]
const at = (level: string, ...all: readonly (readonly string[])[]): readonly string[] =>
  all
    .flat()
    .toSorted()
    .map((each) => `${level} ${each}`)

describe('contract-diff/dated (28.8): a removal is announced from its date on', () => {
  test.each([
    ['the day before the first date', '2027-01-30', [], [NAME, NICK, FEBRUARY, CROWDS]],
    ['the first date', '2027-01-31', [NAME], [NICK, FEBRUARY, CROWDS]],
    ['the day after the first date', '2027-02-01', [NAME], [NICK, FEBRUARY, CROWDS]],
    ['the second date', '2027-02-28', [NAME, FEBRUARY], [NICK, CROWDS]],
    ['the day before the last date', '2027-03-30', [NAME, FEBRUARY], [NICK, CROWDS]],
    ['the last date', '2027-03-31', [NAME, FEBRUARY, CROWDS], [NICK]],
    ['years later, except for a part without a date', '2040-01-01', [NAME, FEBRUARY, CROWDS], [NICK]],
  ])('on %s (%s)', (_, day, announced, breaking) => {
    expect(judgedOn(OLD, NEW, day)).toEqual([
      ...at('breaking', ...breaking),
      ...at('announced', ...announced),
      ...at('addition', ...WITHDRAWN),
    ])
  })

  test.each([
    ['attributes.name', 'attributes: { name: { type: string, DEPRECATED } }'],
    ['actions.destroy', 'actions: { index: true, destroy: { DEPRECATED } }'],
  ])(
    'a date that is moved forward is breaking, one that is moved back or dropped is an addition: %s',
    async (part, declared) => {
      const place = `people.${part}`
      const until = (date: string): Promise<Contract> =>
        contractOfText(
          `resources: { people: { public: true, ${declared.replace('DEPRECATED', `deprecated: { since: 2026-01-31${date} }`)} } }\n`,
        )
      const [none, may, june] = [
        await until(''),
        await until(', sunset: 2027-05-31'),
        await until(', sunset: 2027-06-30'),
      ]
      const found = (base: Contract, head: Contract, day: string): readonly string[] =>
        judgedOn(base, head, day).filter((each) => each.includes(place))
      expect(found(june, may, '2026-02-01')).toEqual([`breaking ${place} sunset-earlier`])
      expect(found(may, june, '2026-02-01')).toEqual([`addition ${place} sunset-later`])
      expect(found(may, none, '2026-02-01')).toEqual([`addition ${place} sunset-later`])
      expect(found(none, may, '2027-05-30')).toEqual([`addition ${place} sunset-added`])
      expect(found(none, may, '2027-05-31')).toEqual([`breaking ${place} sunset-added`])
      expect(found(may, may, '2030-01-01')).toEqual([])
    },
  )

  test('a deprecation whose date has already come announces nothing, so it is breaking', async () => {
    const declared = (deprecated: string): Promise<Contract> =>
      contractOfText(`resources: { people: { public: true, attributes: { name: string }${deprecated} } }\n`)
    const [without, withOne] = [
      await declared(''),
      await declared(', deprecated: { since: 2026-01-31, sunset: 2027-01-31 }'),
    ]
    expect(judgedOn(without, withOne, '2026-02-01')).toEqual(['addition people deprecation-added'])
    expect(judgedOn(without, withOne, '2027-01-31')).toEqual(['breaking people deprecation-added'])
    expect(judgedOn(withOne, without, '2027-01-31')).toEqual(['addition people deprecation-withdrawn'])
  })

  describe('`diff` uses the current day in UTC', () => {
    beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
    afterEach(() => vi.useRealTimers())

    const on = (moment: string): string => {
      vi.setSystemTime(moment)
      return countedChanges(judged({ base: OLD, head: NEW, schema: undefined, waivers: [] }))
    }

    test('a removal is announced from midnight on', () => {
      expect(on('2027-01-30T23:59:59.999Z')).toBe('6 breaking, 0 risky, 1 addition')
      expect(on('2027-01-31T00:00:00.000Z')).toBe('5 breaking, 0 risky, 1 announced, 1 addition')
    })

    test('the text lists announced changes after risky ones, without fingerprints', () => {
      vi.setSystemTime('2040-01-01')
      const plain = { error: String, warning: String, added: String, faint: String }
      const text = changesAsText(judged({ base: OLD, head: NEW, schema: undefined, waivers: [] }), plain)
      expect(text.slice(text.indexOf('Announced'), text.indexOf('\n\nAdd'))).toBe(`Announced
  crowds: The resource has been removed. resource-removed
    - squares.relationships.crowd: Writes no longer accept it. input-removed
    - squares.relationships.crowd: It can no longer be requested.
      relationship-removed
  people.actions.destroy: It is no longer served. action-closed
  people.attributes.name: Responses no longer contain it. attribute-removed
    - Writes no longer accept it. input-removed
    - filters.name: Requests can no longer filter by it. filter-removed
    - sorts.name: Requests can no longer sort by it. sort-removed
  people.extraFields.age: It can no longer be requested. extra-field-removed
  people.ownActions.wave: The action has been removed. own-action-removed`)
    })
  })
})
