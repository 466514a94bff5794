import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSchema, type Loaded } from 'jsonapi-gen'
import { positionOf } from '../../src/source/lines.js'
import { at } from '../../scripts/lib/paths.js'
import { copyOf } from './support/folder.js'

const GYM = at('test/fixtures/generator/gym')

/** The code, location and message of each fault. */
function faultsOf({ diagnostics }: Loaded): readonly string[] {
  return diagnostics.map(({ code, at: place, message }) => {
    const { line, column } = positionOf(place)
    return `${code} ${line}:${column} ${message}`
  })
}

async function faultsWith(
  change: (text: string) => string,
  file = 'schema.yaml',
): Promise<readonly string[]> {
  const folder = await copyOf(GYM)
  const text = await readFile(join(folder, file), 'utf8')
  expect(change(text)).not.toBe(text)
  await writeFile(join(folder, file), change(text))
  return faultsOf(await loadSchema(join(folder, file), file))
}

// Each row contains a string from the gym's schema, its replacement, and all reported faults.
const TYPED: readonly (readonly [string, string, readonly string[]])[] = [
  [
    'resources:\n  tra',
    'resorces:\n  tra',
    ['JG201 4:1 Unknown key "resorces" in the schema. Did you mean "resources"?'],
  ],
  [
    'prisma: { schema',
    'prisma: { shema',
    ['JG201 1:11 Unknown key "shema" in prisma. Did you mean "schema"?'],
  ],
  [
    'prisma/schema.prisma',
    'prisma/shema.prisma',
    ['JG501 1:19 There is no Prisma schema at prisma/shema.prisma. Did you mean "prisma/schema.prisma"?'],
  ],
  ['defaults:', 'defalts:', ['JG201 2:1 Unknown key "defalts" in the schema. Did you mean "defaults"?']],
  ['  trainers:\n', '  traners:\n', ['JG503 5:3 Unknown model "Traner". Did you mean "Trainer"?']],
  [
    '    attributes:\n      name',
    '    atributes:\n      name',
    ['JG201 7:5 Unknown key "atributes" in resource "trainers". Did you mean "attributes"?'],
  ],
  [
    '    sideloads:\n      slots',
    '    sideload:\n      slots',
    ['JG201 17:5 Unknown key "sideload" in resource "trainers". Did you mean "sideloads"?'],
  ],
  [
    'defaultSort: [-name]',
    'defaultSorts: [-name]',
    ['JG201 16:5 Unknown key "defaultSorts" in resource "trainers". Did you mean "defaultSort"?'],
  ],
  [
    '      name: string\n',
    '      nmae: string\n',
    ['JG504 8:7 Model "Trainer" has no column "nmae". Did you mean "name"?'],
  ],
  [
    'maxLength: 200',
    'maxLenght: 200',
    ['JG201 9:31 Unknown key "maxLenght" in attribute "email". Did you mean "maxLength"?'],
  ],
  [
    'visits: { type: integer',
    'visits: { type: intger',
    ['JG203 23:23 Unknown attribute type "intger". Did you mean "integer"?'],
  ],
  [
    'visits: { type: integer',
    'visits: { type: number',
    ['JG203 23:23 Unknown attribute type "number". Did you mean "integer"?'],
  ],
  [
    'startsAt: datetime',
    'startsAt: datetme',
    ['JG203 35:17 Unknown attribute type "datetme". Did you mean "datetime"?'],
  ],
  [
    '[junior, senior]',
    '[junior, senoir]',
    [
      'JG505 10:22 The enum of "level" contains "senoir", which enum "Level" does not contain. Did you mean "senior"?',
    ],
  ],
  ['model: Stamp', 'model: Stmp', ['JG503 55:12 Unknown model "Stmp". Did you mean "Stamp"?']],
  [
    'hasAndBelongsToMany',
    'hasAndBelongToMany',
    [
      'JG205 31:23 The kind of a sideload cannot be "hasAndBelongToMany". Did you mean "hasAndBelongsToMany"?',
    ],
  ],
  [
    'kind: hasMany',
    'kind: hasMny',
    ['JG205 44:25 The kind of a sideload cannot be "hasMny". Did you mean "hasMany"?'],
  ],
  [
    'resource: trainers',
    'resource: trainer',
    ['JG401 43:28 Unknown resource "trainer". Did you mean "trainers"?'],
  ],
  [
    '      slot:\n',
    '      slto:\n',
    ['JG507 51:7 Model "Booking" has no relation "slto". Did you mean "slot"?'],
  ],
  [
    '      trainer: {',
    '      trainr: {',
    ['JG507 43:7 Model "Slot" has no relation "trainr". Did you mean "trainer"?'],
  ],
  [
    'relation: member',
    'relation: membr',
    ['JG507 52:27 Model "Booking" has no relation "membr". Did you mean "member"?'],
  ],
  [
    '      email:\n      visits:',
    '      emial:\n      visits:',
    ['JG402 25:7 Filter "emial" is unknown: "members" has no "emial". Did you mean "email"?'],
  ],
  [
    'bookings.member.email',
    'bokings.member.email',
    [
      'JG402 39:7 Filter "bokings.member.email" is unknown: "slots" has no "bokings". Did you mean "bookings"?',
    ],
  ],
  [
    'bookings.member.email',
    'bookings.membr.email',
    [
      'JG402 39:7 Filter "bookings.membr.email" is unknown: "bookings" has no "membr". Did you mean "member"?',
    ],
  ],
  [
    'bookings.member.email',
    'bookings.member.emial',
    ['JG402 39:7 Filter "bookings.member.emial" is unknown: "members" has no "emial". Did you mean "email"?'],
  ],
  ['[eq, prefix]', '[eq, prefx]', ['JG205 12:31 An operator cannot be "prefx". Did you mean "prefix"?']],
  ['visits: [sum]', 'visit: [sum]', ['JG404 28:7 Stat "visit" is not an attribute. Did you mean "visits"?']],
  ['visits: [sum]', 'visits: [sm]', ['JG405 28:16 Unknown calculation "sm". Did you mean "sum"?']],
  ['[trainer.name]', '[trainer.nme]', ['JG403 40:13 "trainer.nme" is not a sort key. Did you mean "name"?']],
  [
    'sorts: [trainer.name]',
    'sorts: [trainr.name]',
    ['JG403 40:13 "trainr.name" is not a sort key. Did you mean "trainer"?'],
  ],
  ['[startsAt]', '[startAt]', ['JG403 41:19 "startAt" is not a sort key. Did you mean "startsAt"?']],
  [
    '[trainer, book',
    '[trainr, book',
    [
      'JG409 46:15 Include path "trainr" is unknown: "slots" has no sideload "trainr". Did you mean "trainer"?',
    ],
  ],
  [
    'bookings.member]',
    'bookings.membr]',
    [
      'JG409 46:24 Include path "bookings.membr" is unknown: "bookings" has no sideload "membr". Did you mean "member"?',
    ],
  ],
  [
    '      index: [',
    '      indx: [',
    ['JG201 46:7 Unknown key "indx" in the sideload whitelist. Did you mean "index"?'],
  ],
  ['[note]', '[noet]', ['JG504 49:18 Model "Booking" has no column "noet". Did you mean "note"?']],
  [
    '    public: true\n    attributes: [note]',
    '    public: yes\n    attributes: [note]',
    ['JG202 48:13 public must be true or false, not text'],
  ],
  [
    'attributes: [note]',
    'attributes: 5',
    ['JG202 49:17 Expected a map for the attributes, not the number 5'],
  ],
  [
    '    attributes:\n      email: string\n      visits: { type: integer, minimum: 0 }',
    '    attributes: 5',
    ['JG202 21:17 Expected a map for the attributes, not the number 5'],
  ],
  ['minimum: 0', 'minimum: none', ['JG202 23:41 minimum must be a number, not text']],
  [
    'sideloads: all',
    'sideloads: al',
    ['JG202 58:16 Expected a map for the sideloads, not text. Did you mean "all"?'],
  ],
  [
    '      email: string\n',
    '      email: string\n      email: string\n',
    ['JG105 23:7 Duplicate key "email"'],
  ],
  [
    '    attributes:\n      startsAt: datetime\n      places: integer',
    '    attributes:\n      places: integer\n    attributes:\n      startsAt: datetime',
    ['JG105 36:5 Duplicate key "attributes"'],
  ],
  [
    '    attributes:\n      email: string\n      visits: {',
    '    attributes:\n    email: string\n    visits: {',
    ['JG201 22:5 Unknown key "email" in resource "members"'],
  ],
  [
    '    filters:\n      email:\n      visits:',
    '      filters:\n        email:\n        visits:',
    ['JG201 24:7 The indentation of "filters" makes it a part of attributes instead of a key of "members"'],
  ],
  [
    '  slots:\n    public: true\n    attributes:',
    'slots:\n    public: true\n    attributes:',
    ['JG104 47:1 All mapping items must start at the same column'],
  ],
  ['      visits: { type', '    visits: { type', ['JG201 23:5 Unknown key "visits" in resource "members"']],
  [
    '      visits: { type',
    '        visits: { type',
    ['JG104 22:14 Nested mappings are not allowed in compact mappings'],
  ],
  [
    '      visits: { type',
    '     visits: { type',
    ['JG104 23:1 All mapping items must start at the same column'],
  ],
  [
    '    sideloads:\n      slots:',
    '  sideloads:\n      slots:',
    ['JG201 17:3 The indentation of "sideloads" makes it a resource instead of a key of "trainers"'],
  ],
  ['      visits: { type', '	visits: { type', ['JG104 23:1 Tabs are not allowed as indentation']],
  ['      email: string\n', '      email string\n', ['JG104 22:7 Implicit keys need to be on a single line']],
  [
    '{ type: integer, minimum: 0 }',
    '{ type: integer, minimum: 0',
    ['JG104 24:5 Flow map in block collection must be sufficiently indented and end with a }'],
  ],
]

describe('a single typo causes a single diagnostic, which names the cause', () => {
  test("the gym's schema without a typo causes no diagnostic", async () => {
    expect(faultsOf(await loadSchema(join(GYM, 'schema.yaml'), 'schema.yaml'))).toEqual([])
  })

  test.each(TYPED)('writing %j as %j causes a single diagnostic', async (text, typed, faults) => {
    expect(await faultsWith((schema) => schema.replace(text, typed))).toEqual(faults)
  })

  const inTrainers = (text: string) => (schema: string) =>
    schema.replace('  trainers:\n    public: true', `  trainers:\n    ${text}`)

  test.each(['scopes', 'actions', 'page'])(
    'omitting the value of %s causes a single diagnostic',
    async (key) => {
      const [fault, ...others] = await faultsWith(inTrainers(`public: true\n    ${key}:`))
      expect([fault, others]).toEqual([
        `JG202 7:5 ${key.charAt(0).toUpperCase()}${key.slice(1)} has no value`,
        [],
      ])
    },
  )

  test.each(['kind', 'resource', 'foreignKey'])(
    'omitting the value of the %s of a sideload causes a single diagnostic',
    async (key) => {
      const faults = await faultsWith((schema) =>
        schema.replace(
          '      slots:\n',
          `      slots: { ${['kind: hasMany', 'resource: slots', 'foreignKey: trainerId']
            .map((each) => (each.startsWith(key) ? `${key}: ` : each))
            .join(', ')} }\n`,
        ),
      )
      expect(faults.map((fault) => fault.slice(0, 8))).toEqual(['JG202 18'])
    },
  )

  test.each([
    ['"false"', 'false'],
    ['"true"', 'true'],
    ['"null"', 'null'],
    ['yes', 'yes'],
    ['no', 'no'],
    ['Off', 'Off'],
  ])('writing the text %s instead of a guard causes a single diagnostic', async (typed, text) => {
    const of = (place: string) => `JG309 ${place} The text "${text}" cannot be a guard`
    const inAttribute = (schema: string): string =>
      schema.replace('visits: { type: integer', `visits: { writable: ${typed}, type: integer`)
    const inFilter = (schema: string): string =>
      schema.replace('name: { operators', `name: { if: ${typed}, operators`)
    expect([
      await faultsWith(inAttribute),
      await faultsWith(inFilter),
      await faultsWith(inTrainers(`actions: { create: ${typed} }`)),
    ]).toEqual([[of('23:27')], [of('12:19')], [of('6:24')]])
  })

  test('writing resources without indentation causes a single diagnostic', async () => {
    const dedent = (schema: string): string =>
      schema.replace(/resources:[^]*/, (resources) => resources.replaceAll(/^ {2}/gm, ''))
    expect(await faultsWith(dedent)).toEqual(['JG201 5:1 Unknown key "trainers" in the schema'])
  })

  test('indenting a resource like a key of the previous resource causes a single diagnostic', async () => {
    const indent = (schema: string): string =>
      schema.replace(/ {2}bookings:\n {4}public[^]*?(?= {2}stamps:\n {4}public)/, (bookings) =>
        bookings.replaceAll(/^(?=.)/gm, '  '),
      )
    expect(await faultsWith(indent)).toEqual([
      'JG201 47:5 The indentation of "bookings" makes it a key of "slots" instead of a resource',
    ])
  })
})
