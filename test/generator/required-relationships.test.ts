import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { contractOf, loadSchema } from 'jsonapi-gen'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from './support/cli.js'
import { folderWith } from './support/folder.js'

/**
 * Summarizes each to-one relationship in a contract: whether it may be null in a response or in a write,
 * whether a create requires it, and which relationships it fills.
 */
async function toldOf(file: string, text: string): Promise<Readonly<Record<string, string>>> {
  const path = join(await folderWith({ [file]: text }), file)
  const loaded = await loadSchema(path, path)
  if (!loaded.ok) {
    throw new Error(loaded.diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'))
  }
  return Object.fromEntries(
    Object.entries(contractOf(loaded.schema).resources).flatMap(([type, { relationships }]) =>
      Object.entries(relationships).map(([name, { nullable, takesNull, required, fills = [] }]) => [
        `${type}.${name}`,
        [nullable && 'nullable', takesNull && 'takes null', required && 'required', ...fills]
          .filter((each) => typeof each === 'string')
          .join(', '),
      ]),
    ),
  )
}

const MODELS = `
generator jsonapi {
  provider = "jsonapi-gen prisma"
  output   = "api"
}
datasource db {
  provider = "sqlite"
}
/// @jsonapi.resource
model Person {
  id      Int      @id @default(autoincrement())
  letters Letter[] @relation("written")
  read    Letter[] @relation("read")
  kept    Letter[] @relation("kept")
  desk    Desk?
  secret  Secret[]
}
/// @jsonapi.resource
model Letter {
  id       Int     @id @default(autoincrement())
  text     String
  authorId Int
  readerId Int?
  keeperId Int     @default(1)
  boxId    Int
  author   Person  @relation("written", fields: [authorId], references: [id])
  reader   Person? @relation("read", fields: [readerId], references: [id])
  keeper   Person  @relation("kept", fields: [keeperId], references: [id])
  /// @jsonapi.sideload(required: false)
  box      Box     @relation(fields: [boxId], references: [id])
  trayId   Int
  tray     Box?    @relation("tray", fields: [trayId], references: [id])
  secrets  Secret[]
}
/// @jsonapi.resource
model Box {
  id      Int      @id @default(autoincrement())
  letters Letter[]
  trays   Letter[] @relation("tray")
}
/// @jsonapi.resource
model Desk {
  id       Int    @id @default(autoincrement())
  personId Int    @unique
  person   Person @relation(fields: [personId], references: [id])
}
/// @jsonapi.resource(actions: { create: false }, scopes: { read: seen })
model Secret {
  personId Int
  letterId Int
  person   Person @relation(fields: [personId], references: [id])
  /// @jsonapi.sideload(writable: false)
  letter   Letter @relation(fields: [letterId], references: [id])
  notes    Note[]

  @@id([personId, letterId])
}
/// @jsonapi.resource
model Note {
  id       Int    @id @default(autoincrement())
  personId Int
  letterId Int
  secret   Secret @relation(fields: [personId, letterId], references: [personId, letterId])
}
`

describe('generator/required-relationships (25.1): which relationships may be null, and which of them a new record requires', () => {
  test('the datamodel and conditions that hide records determine which relationships are nullable or required', async () => {
    expect(await toldOf('schema.prisma', MODELS)).toEqual({
      'boxes.letters': 'box',
      'boxes.trays': 'tray',
      'desks.person': 'required',
      // Application code fills the key.
      'letters.box': '',
      'letters.author': 'required',
      'letters.keeper': '',
      'letters.reader': 'nullable, takes null',
      'letters.secrets': 'letter',
      // The relation is optional, but its key is never null.
      'letters.tray': 'nullable, required',
      // Secrets may be hidden, but cannot be set to null.
      'notes.secret': 'nullable, required',
      // A desk cannot exist without a person.
      'people.desk': 'nullable, person',
      'people.kept': 'keeper',
      'people.letters': 'author',
      'people.read': 'reader',
      'people.secret': 'person',
      'secrets.letter': '',
      'secrets.notes': 'secret',
      'secrets.person': 'required',
    })
  })

  test('nullable and required relationships can be declared in a schema without a datamodel', async () => {
    const text = `resources:
  notes:
    attributes: { text: string }
    sideloads:
      silent: { kind: belongsTo, resource: notes, foreignKey: silentId }
      held: { kind: belongsTo, resource: notes, foreignKey: heldId, nullable: false }
      filled: { kind: belongsTo, resource: notes, foreignKey: filledId, nullable: false, required: false }
      demanded: { kind: belongsTo, resource: notes, foreignKey: demandedId, required: true }
      hidden: { kind: belongsTo, resource: drafts, foreignKey: draftId, nullable: false }
      readOnly: { kind: belongsTo, resource: notes, foreignKey: readOnlyId, nullable: false, writable: false }
      subject: { kind: polymorphicBelongsTo, groupBy: subjectType, nullable: false, groups: { Note: { resource: notes, foreignKey: subjectId } } }
      one: { kind: custom, resource: notes, many: false }
      first: { kind: hasOne, resource: drafts, foreignKey: noteId }
  drafts:
    attributes: { done: boolean }
    filters: { done }
    defaultFilters: { done: false }
    sideloads:
      note: { kind: belongsTo, resource: notes, foreignKey: noteId, nullable: false }
`
    expect(await toldOf('schema.yaml', text)).toEqual({
      'drafts.note': 'required',
      'notes.demanded': 'nullable, takes null, required',
      'notes.filled': '',
      'notes.first': 'nullable, note',
      'notes.held': 'required',
      'notes.hidden': 'nullable, required',
      'notes.one': 'nullable, takes null',
      'notes.readOnly': '',
      'notes.silent': 'nullable, takes null',
      // The record with this key may have been deleted.
      'notes.subject': 'nullable, required',
    })
  })

  test('a new record must contain one of several relations that fill a shared column', async () => {
    const shared = await readFile(at('test/fixtures/generator/valid/shared-keys/schema.prisma'), 'utf8')
    const folder = await folderWith({ 'schema.prisma': shared })
    const of = async (registrations: string): Promise<readonly [readonly string[], unknown]> => {
      await writeFile(
        join(folder, 'schema.yaml'),
        `prisma: { schema: schema.prisma, client: '@prisma/client' }
resources:
  programs: { attributes: all }
  partners: { attributes: all }
  seats: { attributes: all }
  floors: { attributes: all }
  rooms: { attributes: all }
  guides: { attributes: all }
  tours: { attributes: all }
  registrations: ${registrations}
`,
      )
      const path = join(folder, 'schema.yaml')
      const loaded = await loadSchema(path, path)
      if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'))
      const { relationships = {}, requiredAnyOf } = contractOf(loaded.schema).resources['registrations'] ?? {}
      const required = Object.entries(relationships).filter(([, each]) => each.required)
      return [required.map(([name]) => name), requiredAnyOf]
    }
    const links = 'program: , partner: , floor: , guide: '
    expect(await of(`{ attributes: all, sideloads: { ${links}, seat: , room: , tour: } }`)).toEqual([
      [],
      [
        ['floor', 'room'],
        ['guide', 'tour'],
        ['partner', 'seat'],
        ['program', 'seat'],
      ],
    ])
    expect(await of(`{ attributes: all, sideloads: { ${links} } }`)).toEqual([
      ['floor', 'guide', 'partner', 'program'],
      undefined,
    ])
    // A relationship that nobody can write fills nothing. Application code may fill the program.
    const closed = `${links.replace('program: ', 'program: { required: false }')}, seat: , room: { writable: false }`
    expect(await of(`{ attributes: all, sideloads: { ${closed} } }`)).toEqual([
      ['floor', 'guide'],
      [['partner', 'seat']],
    ])
    // Only the seat can fill the partner, so the seat is required. It also fills the program.
    expect(await of('{ attributes: all, sideloads: { program: , seat: , floor: , guide: } }')).toEqual([
      ['floor', 'guide', 'seat'],
      undefined,
    ])
  })

  test('anyone who may write one of the required sets may create a record (14.18)', async () => {
    const shared = await readFile(at('test/fixtures/generator/valid/shared-keys/schema.prisma'), 'utf8')
    const takes = async (links: string): Promise<unknown> => {
      const folder = await folderWith({
        'schema.prisma': shared,
        'schema.yaml': `prisma: { schema: schema.prisma, client: '@prisma/client' }
resources:
  programs: { attributes: all }
  partners: { attributes: all }
  seats: { attributes: all }
  floors: { attributes: all }
  guides: { attributes: all }
  registrations: { attributes: all, actions: { index: true, create: isClerk }, sideloads: { floor: , guide: , ${links} } }
`,
      })
      const path = join(folder, 'schema.yaml')
      const loaded = await loadSchema(path, path)
      if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'))
      return contractOf(loaded.schema).resources['registrations']?.actions.create.takes
    }
    const guarded = 'program: { writable: isA }, partner: { writable: isB }'
    expect(await takes(`${guarded}, seat:`)).toBeUndefined()
    expect(await takes(`${guarded}, seat: { writable: isC }`)).toEqual(['isC'])
    expect(await takes(`program: , partner: { writable: isClerk }, seat: { writable: isC }`)).toBeUndefined()
    expect(await takes(guarded)).toEqual(['isA', 'isB'])
  })

  test('a relationship is not required if a client id fills its key', async () => {
    const of = async (clientIds: string, writable = true): Promise<readonly unknown[]> => {
      const text = `resources:
  people: { attributes: { name: string } }
  badges:
    clientIds: ${clientIds}
    attributes: { color: string }
    sideloads: { person: { kind: belongsTo, resource: people, foreignKey: id, nullable: false, writable: ${writable} } }
`
      const path = join(await folderWith({ 'schema.yaml': text }), 'schema.yaml')
      const loaded = await loadSchema(path, path)
      if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'))
      const badges = contractOf(loaded.schema).resources['badges']
      return [badges?.relationships['person']?.required, badges?.requiredAnyOf]
    }
    expect(await of('forbidden')).toEqual([true, undefined])
    expect(await of('allowed')).toEqual([false, [['id', 'person']]])
    expect(await of('allowed', false)).toEqual([false, [['id']]])
    expect(await of('required')).toEqual([false, undefined])
  })

  test('a polymorphic relationship lists the type of each group', async () => {
    const loaded = await loadSchema('schema.example.yaml', 'schema.example.yaml')
    if (!loaded.ok) throw new Error('The schema of the blog is not valid.')
    const { groups } = contractOf(loaded.schema).resources['attachments']?.relationships['subject'] ?? {}
    expect(groups).toEqual({ Author: 'authors', Post: 'posts' })
  })

  test.each([
    [
      'a relationship that is never null with a nullable key',
      'reader: { nullable: false }',
      '"reader" is never null here, but its key is nullable in model "Letter"',
    ],
    [
      'a nullable relationship with a key that is never null',
      'author: { nullable: true }',
      '"author" is nullable here, but its key is never null in model "Letter"',
    ],
  ])('a schema cannot contradict the datamodel: %s (JG506)', async (_, sideload, message) => {
    const folder = await folderWith({
      'schema.prisma': MODELS.replaceAll(/^ *\/\/\/.*\n/gm, ''),
      'schema.yaml': `prisma: { schema: schema.prisma }
resources:
  people: { attributes: {}, actions: [index] }
  letters: { attributes: all, actions: [index], sideloads: { ${sideload} } }
`,
    })
    const path = join(folder, 'schema.yaml')
    const loaded = await loadSchema(path, path)
    expect(loaded.diagnostics.map(({ code, message: text }) => [code, text])).toEqual([['JG506', message]])
  })

  test("an optional relation whose key cannot be null prevents destroying the record, as in Prisma's own SQL", async () => {
    const folder = await folderWith({ 'schema.prisma': MODELS })
    expect(await jsonapiGenHere(['generate', '--schema', 'schema.prisma'], folder)).toMatchObject({ code: 0 })
    const facts = await readFile(join(folder, 'api/generated/facts.gen.ts'), 'utf8')
    expect(facts.match(/(?:reader|tray): \{.*onDelete: '\w+'/g)).toEqual([
      "reader: { model: 'Person', key: { readerId: 'id' }, onDelete: 'SetNull'",
      "tray: { model: 'Box', key: { trayId: 'id' }, onDelete: 'Restrict'",
    ])
  })
})
