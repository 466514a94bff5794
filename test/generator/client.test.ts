import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from './support/cli.js'
import { folderWith, textsUnder } from './support/folder.js'

const SCHEMA = `generate: { output: server/api, client: web/api }
resources:
  notes:
    id: uuid
    clientIds: allowed
    attributes:
      text: { type: string, maxLength: 10 }
      secret: { type: string?, readable: isOwner, writable: isOwner }
      hash: { type: string, readable: false, required: false }
      labels: 'string[]'
      at: { type: datetime, writable: false }
      due: date?
    filters:
      id:
      text: { operators: [eq], aliases: [words] }
      mine: { type: boolean, custom: true, required: true }
    actions: [index, show, create]
    sideloads:
      parent: { kind: belongsTo, resource: notes, foreignKey: parentId, readable: false }
      replies: { kind: hasMany, resource: notes, foreignKey: rootId, writable: false }
`

/** The type of an interface's property. */
const property = (text: string, name: string): string =>
  new RegExp(String.raw`^  ${name}: (\{$.*?^  \}|[^\n]*?);$`, 'ms')
    .exec(text)?.[1]
    ?.replaceAll(/\s+/g, ' ') ?? ''

describe('generator/client (27.1): the types of a typed client', () => {
  test('the types of a typed client contain the members that can be read, filtered and written, but no columns, guards or methods', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA })
    expect((await jsonapiGenHere(['generate'], folder)).code).toBe(0)
    const text = await readFile(join(folder, 'web/api/schema.gen.ts'), 'utf8')
    const names = [
      'attributes',
      'relationships',
      'filters',
      'required',
      'includes',
      'create',
      'update',
      'actions',
    ]
    expect(Object.fromEntries(names.map((name) => [name, property(text, name)]))).toEqual({
      attributes:
        '{ at: Date; due: string | null; labels: readonly string[]; secret?: string | null; text: string; }',
      relationships: "{ replies: ToMany<'notes'>; }",
      filters:
        "{ id: Filter<string | number, Equality>; mine: CustomFilter<boolean>; text: Filter<string, 'eq'>; words: Filter<string, 'eq'>; }",
      required: "'mine'",
      includes: '{ index: AnyPath; show: AnyPath; create: AnyPath; update: AnyPath; }',
      create:
        '{ id?: string; due?: string | null; hash?: string; labels: readonly string[]; secret?: string | null; text: string; }',
      update:
        '{ due?: string | null; hash?: string; labels?: readonly string[]; secret?: string | null; text?: string; }',
      actions: "'create' | 'index' | 'show'",
    })
    expect(text.slice(text.indexOf('ClientSchema<Types> =')).replaceAll(/\s+/g, ' ')).toBe(
      "ClientSchema<Types> = { version: 1, types: { notes: { attributes: { at: 'datetime', due: 'date|null', labels: 'string[]', secret: 'string|null?', text: 'string', }, " +
        "relationships: { replies: { types: ['notes'], many: true } }, }, }, }; " +
        '/** The attributes that inputs accept, with their values and bounds, for forms. */ ' +
        "export const inputs = { notes: { due: { type: 'date', required: false, nullable: true }, " +
        "hash: { type: 'string', required: false }, labels: { type: 'string', required: true, list: true }, " +
        "secret: { type: 'string', required: false, nullable: true }, " +
        "text: { type: 'string', required: true, maxLength: 10 }, }, } as const; ",
    )
    expect(text).not.toMatch(/parentId|rootId|isOwner|filterMine/)
  })

  test('the types of a typed client show how relationships are set, which pages support cursors, and which operations are closed to everybody (27.7, 27.8)', async () => {
    const folder = await folderWith({
      'schema.yaml': `generate: { output: server/api, client: web/api }
resources:
  notes:
    attributes: { text: string }
    page: { style: cursor }
    sideloads:
      parent: { kind: belongsTo, resource: notes, foreignKey: parentId }
      replies: { kind: hasMany, resource: notes, foreignKey: parentId }
      closed: { kind: belongsTo, resource: notes, foreignKey: closedId, writable: false }
  marks:
    attributes: { text: string }
    actions: { index: true, show: true, create: false, update: false, destroy: false }
`,
    })
    await jsonapiGenHere(['generate'], folder)
    const text = await readFile(join(folder, 'web/api/schema.gen.ts'), 'utf8')
    const [marks = '', notes = ''] = text.split('export interface ').slice(1)
    expect(['update', 'pages'].map((name) => property(notes, name))).toEqual([
      "{ text?: string; parent?: ToOne<'notes' | null>; replies?: ToMany<'notes', 'parent'>; }",
      "'cursor'",
    ])
    expect(['create', 'update', 'destroy'].map((name) => property(marks, name))).toEqual([
      'never',
      'never',
      'false',
    ])
  })

  test('the types of a typed client offer no way to create a record whose requirements cannot be met, whether at its URL, in another record or in operations (JG701)', async () => {
    const folder = await folderWith({
      'schema.prisma': `datasource db {
  provider = "sqlite"
}
model Account {
  id           Int    @id @default(autoincrement())
  email        String
  passwordHash String
  notes        Note[]
}
model Note {
  id        Int     @id @default(autoincrement())
  text      String
  accountId Int
  account   Account @relation(fields: [accountId], references: [id])
}
`,
      'schema.yaml': `generate: { output: server/api, client: web/api }
prisma: { schema: schema.prisma }
resources:
  accounts: { public: true, attributes: { email: }, sideloads: all, unindexed: true }
  notes: { public: true, attributes: all, sideloads: all, unindexed: true }
`,
    })
    await jsonapiGenHere(['generate'], folder)
    const text = await readFile(join(folder, 'web/api/schema.gen.ts'), 'utf8')
    const [accounts = '', notes = ''] = text.split('export interface ').slice(1)
    expect(['create', 'update', 'actions'].map((name) => property(accounts, name))).toEqual([
      'never',
      "{ email?: string; notes?: ToMany<'notes', 'account', true>; }",
      "'destroy' | 'index' | 'show' | 'update'",
    ])
    expect(property(notes, 'create')).toBe("{ text: string; account: ToOne<'accounts', never, true>; }")
  })

  test('the types of a typed client describe the input and the response of custom actions (14.19, 27.1)', async () => {
    const folder = await folderWith({
      'schema.yaml': `generate: { output: server/api, client: web/api }
resources:
  notes:
    public: true
    attributes: { text: string }
    actions:
      line-send: { on: record, input: { at: datetime?, size: { type: bigint, description: 'In bytes.' } }, output: 'notes?' }
      clear: { on: collection, description: 'Empties it.' }
  note-lines:
    public: true
    attributes: { text: string }
    actions:
      send: { on: collection, input: { tags: 'string[]' }, output: 'notes[]' }
`,
    })
    expect((await jsonapiGenHere(['generate'], folder)).code).toBe(0)
    const text = await readFile(join(folder, 'web/api/schema.gen.ts'), 'utf8')
    const [lines = '', notes = ''] = text.split('export interface ').slice(1)
    // Both inputs would have the name `NoteLineSend`, so they are inlined without a name.
    expect([lines, notes].map((types) => property(types, 'ownActions'))).toEqual([
      "{ send: { on: 'collection'; input: { tags: readonly string[]; }; output: 'notes'; many: true; }; }",
      "{ /** Empties it. */ clear: { on: 'collection'; input: object; }; " +
        "lineSend: { on: 'record'; input: { at?: Date | string | null; /** In bytes. */ size: string | number | bigint; }; output: 'notes' | null; }; }",
    ])
    expect(text.slice(text.indexOf('ClientSchema<Types> =')).replaceAll(/\s+/g, ' ')).toContain(
      "clear: { on: 'collection' }, lineSend: { on: 'record', name: 'line-send', output: 'notes', nullable: true }",
    )
  })

  test('if relationships share key columns, the types of a typed client require at least one of them in a new record (25.1)', async () => {
    const shared = at('test/fixtures/generator/valid/shared-keys')
    const schema = await readFile(join(shared, 'schema.yaml'), 'utf8')
    const folder = await folderWith({
      'schema.prisma': await readFile(join(shared, 'schema.prisma'), 'utf8'),
      'schema.yaml': `generate: { output: server/api, client: web/api }\n${schema.replace('badges: { attributes: all, sideloads: all', 'badges: { attributes: all, sideloads: { registration: { writable: false } }')}`,
    })
    expect((await jsonapiGenHere(['generate'], folder)).code).toBe(0)
    const text = await readFile(join(folder, 'web/api/schema.gen.ts'), 'utf8')
    const [badges = '', types = ''] = text.split('export interface RegistrationTypes ')
    // The registration of a badge cannot be written: the badge's id determines it.
    expect(badges).toContain('  create: {\n    id: string;\n    color: string;\n  };')
    expect(types.slice(types.indexOf('  create: {\n    note'), types.indexOf('  update: {\n    note')))
      .toBe(`  create: {
    note: string;
    guide?: ToOne<'guides'>;
    tour?: ToOne<'tours' | null>;
  } & (
    | {
        floor: ToOne<'floors'>;
        room?: ToOne<'rooms' | null>;
      }
    | {
        floor?: ToOne<'floors'>;
        room: ToOne<'rooms'>;
      }
  ) &
    (
      | {
          partner?: ToOne<'partners'>;
          program?: ToOne<'programs'>;
          seat: ToOne<'seats'>;
        }
      | {
          partner: ToOne<'partners'>;
          program: ToOne<'programs'>;
          seat?: ToOne<'seats'>;
        }
    );
`)
  })

  test('`--check` checks the types of a typed client, and `generate` restores them', async () => {
    const folder = await folderWith({ 'schema.yaml': SCHEMA })
    await jsonapiGenHere(['generate'], folder)
    const before = await textsUnder(folder)
    const file = join(folder, 'web/api/schema.gen.ts')
    await writeFile(file, (await readFile(file, 'utf8')).replace('due: string', 'due: Date'))
    const { code, stdout } = await jsonapiGenHere(['generate', '--check'], folder)
    expect([code, stdout]).toEqual([3, 'web/api/schema.gen.ts: stale; npx jsonapi-gen generate updates it\n'])
    expect((await jsonapiGenHere(['generate'], folder)).code).toBe(0)
    expect(await textsUnder(folder)).toEqual(before)
  })

  test('the types of a typed client require a separate folder (JG607)', async () => {
    for (const client of ['server/api', 'server/api/generated']) {
      const folder = await folderWith({ 'schema.yaml': SCHEMA.replace('web/api', client) })
      const { code, stderr } = await jsonapiGenHere(['generate'], folder)
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining('This run already writes a different output to this folder'),
      ])
      expect(await textsUnder(folder)).toEqual({ 'schema.yaml': expect.any(String) })
    }
  })
})

describe('generator/client (31.5): editors strike deprecated names through', () => {
  test("the client's types and the server's shapes mark each deprecated part, with its dates and its replacement", async () => {
    const folder = await folderWith({
      'schema.yaml': `generate: { output: server/api, client: web/api }
resources:
  people:
    public: true
    deprecated: { since: 2026-01-31, use: users }
    attributes:
      name: { type: string, description: The name., deprecated: { since: 2026-01-31, sunset: 2999-01-31, use: fullName } }
      fullName: string
    filters: [name]
  users: { public: true, attributes: { name: string } }
`,
    })
    expect((await jsonapiGenHere(['generate'], folder)).code).toBe(0)
    const marked = async (file: string): Promise<readonly string[]> => {
      const text = await readFile(join(folder, file), 'utf8')
      const found = text.matchAll(/^ *\/\*\*(?:(?!\*\/)[^])*@deprecated(?:(?!\*\/)[^])*\*\/\n *\w+\??:/gm)
      return [...found].map(([each]) => each.replaceAll(/[\s*/]+/g, ' ').trim())
    }
    const dates = '@deprecated Since 2026-01-31. It may be removed on or after 2999-01-31.'
    expect(await marked('web/api/schema.gen.ts')).toEqual([
      `The name. ${dates} Use fullName instead. name:`,
      `${dates} name:`,
      `The name. ${dates} Use fullName instead. name:`,
      `The name. ${dates} Use fullName instead. name?:`,
      '@deprecated Since 2026-01-31. Use users instead. people:',
    ])
    expect(await marked('server/api/generated/person.gen.ts')).toEqual([
      `The name. ${dates} Use fullName instead. name:`,
    ])
  })
})
