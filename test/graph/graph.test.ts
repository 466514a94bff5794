import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { blocksOf } from '../docs/blocks.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'

const SCHEMA = `
resources:
  orders:
    public: true
    attributes: { number: string }
    sideloads:
      customer: { kind: belongsTo, resource: people, foreignKey: customerId, nullable: false }
      seller: { kind: belongsTo, resource: people, foreignKey: sellerId }
      order-lines: { kind: hasMany, resource: order-lines, foreignKey: orderId }
      similar: { kind: custom, resource: orders, many: true }
  order-lines:
    public: true
    attributes: { position: integer }
  people:
    public: true
    attributes: { name: string }
    sideloads:
      orders: { kind: hasMany, resource: orders, foreignKey: customerId }
      passport: { kind: hasOne, resource: passports, foreignKey: personId }
      groups: { kind: hasAndBelongsToMany, resource: groups, foreignKey: { members: id } }
      photos: { kind: polymorphicHasMany, resource: photos, foreignKey: ofId, as: of }
  passports:
    public: true
    attributes: { number: string }
    sideloads:
      person: { kind: belongsTo, resource: people, foreignKey: personId }
  groups:
    public: true
    attributes: { name: string }
    sideloads:
      members: { kind: hasAndBelongsToMany, resource: people, foreignKey: { groups: id } }
  photos:
    public: true
    attributes: { place: string }
    sideloads:
      of:
        kind: polymorphicBelongsTo
        groupBy: ofType
        groups: { Person: { resource: people, foreignKey: ofId }, Group: { resource: groups, foreignKey: ofId } }
  settings:
    public: true
    attributes: { name: string }
`

const graphOf = async (...parameters: readonly string[]) =>
  jsonapiGenHere(['graph', ...parameters], await folderWith({ 'schema.yaml': SCHEMA }))

describe('the `graph` command (20.24)', () => {
  test('the graph shows each relationship once, with the names of both sides', async () => {
    expect(await graphOf()).toEqual({
      code: 0,
      stdout: `erDiagram
  "settings"
  "people" ||--o{ "orders" : "orders / customer"
  "people" |o--o{ "orders" : "seller"
  "people" |o--o| "passports" : "passport / person"
  "people" |o..o{ "photos" : "photos / of"
  "groups" |o..o{ "photos" : "of"
  "groups" }o--o{ "people" : "members / groups"
  "orders" |o--o{ "order-lines" : "order-lines"
  "orders" }o..o{ "orders" : "similar"
`,
      stderr: '',
    })
  })

  test.each([
    ['photos', '0', 'erDiagram\n  "photos"\n'],
    [
      'photos',
      '1',
      `erDiagram
  "people" |o..o{ "photos" : "photos / of"
  "groups" |o..o{ "photos" : "of"
  "groups" }o--o{ "people" : "members / groups"
`,
    ],
    ['settings', '9', 'erDiagram\n  "settings"\n'],
  ])(
    '`graph --around %s --depth %s` shows the resources within that distance',
    async (type, depth, expected) => {
      expect(await graphOf('--around', type, '--depth', depth)).toEqual({
        code: 0,
        stdout: expected,
        stderr: '',
      })
    },
  )

  test('`graph --around` also shows relationships between two neighbors', async () => {
    const { stdout } = await graphOf('--around', 'passports', '--depth', '2')
    expect(stdout.match(/"\w[\w-]*" \S+ "\w[\w-]*"/g)).toEqual([
      '"people" ||--o{ "orders"',
      '"people" |o--o{ "orders"',
      '"people" |o--o| "passports"',
      '"people" |o..o{ "photos"',
      '"groups" |o..o{ "photos"',
      '"groups" }o--o{ "people"',
      '"orders" }o..o{ "orders"',
    ])
  })

  test('`graph --around` rejects an unknown resource and a depth that is not a number', async () => {
    expect(await graphOf('--around', 'person')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '--around: the schema has no resource "person"; allowed: groups, order-lines, orders, passports, people, photos, settings\n',
    })
    expect(await graphOf('--around', 'order')).toMatchObject({
      code: 2,
      stderr: '--around: the schema has no resource "order". Did you mean "orders"?\n',
    })
    const far = await graphOf('--depth', '2')
    expect({ ...far, stderr: far.stderr.split('\n')[0] }).toEqual({
      code: 2,
      stdout: '',
      stderr: "error: option '--depth <count>' needs '--around <type>'",
    })
    expect(await graphOf('--depth', '-1')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('It must be a whole number, such as 1.'),
    })
  })
})

/** A strict subset of Mermaid's documented grammar for entity relationship diagrams. */
const NAME = /"[^"%\\\n]+"/.source
const LINE = new RegExp(
  String.raw`^  ${NAME}(?: (?:\|\||\|o|\}o)(?:--|\.\.)(?:\|\||o\||o\{) ${NAME} : ${NAME})?$`,
)

const SCHEMAS = [
  'schema.example.yaml',
  'examples/saas/prisma/schema.prisma',
  'test/fixtures/generator/valid/everything/schema.yaml',
]

describe('output of the `graph` command', () => {
  test.each(SCHEMAS)('the output for %s is a valid Mermaid diagram', async (schema) => {
    const { stdout } = await jsonapiGenHere(['graph', '--schema', schema], at('.'))
    const [head, ...lines] = stdout.trimEnd().split('\n')
    expect(head).toBe('erDiagram')
    expect(lines.length).toBeGreaterThan(6)
    expect(lines.filter((line) => !LINE.test(line))).toEqual([])
  })

  const shown = [
    ['docs/graph.md', blocksOf('docs/graph.md', 'sh'), blocksOf('docs/graph.md', 'mermaid')],
    [
      'examples/saas/README.md',
      blocksOf('examples/saas/README.md', 'sh', 'Its relationships'),
      blocksOf('examples/saas/README.md', 'mermaid'),
    ],
  ] as const
  test.each(shown)(
    'each documented command prints the graph that %s shows',
    async (_, commands, diagrams) => {
      const printed = []
      for (const { text } of commands) {
        const [, parameters = ''] = /^npx jsonapi-gen (graph .*)$/.exec(text.trim()) ?? []
        printed.push((await jsonapiGenHere(parameters.split(' '), at('.'))).stdout)
      }
      expect(printed).toEqual(diagrams.map(({ text }) => text))
    },
  )
})
