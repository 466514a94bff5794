import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import {
  DECIDING_PHRASES,
  DECIDING_WORDS,
  DELETION_COLUMNS,
  TENANT_COLUMNS,
} from '../../src/init/kept-columns.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith, textsUnder, tracesUnder } from '../generator/support/folder.js'

// Each test runs the command line several times.
vi.setConfig({ testTimeout: 60_000 })

const MANIFEST = `{
    "name": "shop",
    "scripts": {
        "build": "tsc"
    },
    "dependencies": { "fastify": "^5.0.0" },
    "devDependencies": { "vitest": "^4.0.0" }
}
`

const DATAMODEL = `datasource db {
  provider = "sqlite"
}

generator client {
  provider = "prisma-client"
  output   = "../src/prisma"
}

model User {
  id           Int     @id @default(autoincrement())
  email        String  @unique
  passwordHash String
  apiToken     String?
  orders       Order[]
}

model Order {
  number   Int         @id
  total    Decimal
  userId   Int
  user     User        @relation(fields: [userId], references: [id])
  lines    OrderLine[]
}

model OrderLine {
  orderId  Int
  position Int
  order    Order @relation(fields: [orderId], references: [number])

  @@id([orderId, position])
}
`

const SCRIPTS = {
  'jsonapi:generate': 'jsonapi-gen generate',
  'jsonapi:check': 'jsonapi-gen generate --check',
}

test('`generate --tests` writes a test once, and reports the test when its resource no longer exists', async () => {
  const schema = (types: readonly string[]): string =>
    `generate: { output: api }\nresources:\n${types.map((type) => `  ${type}: { attributes: { a: string } }\n`).join('')}`
  const folder = await folderWith({
    'schema.yaml': schema(['notes', 'tags']),
    'api/routes/notes.routes.test.ts': '// mine\n',
  })
  expect(await jsonapiGenHere(['generate', '--tests'], folder)).toMatchObject({ code: 0 })
  const written = await textsUnder(join(folder, 'api/routes'))
  expect(written['notes.routes.test.ts']).toBe('// mine\n')
  expect(written['tags.routes.test.ts']).toContain("test('GET /tags returns a page of tags'")
  await writeFile(join(folder, 'schema.yaml'), schema(['notes']))
  const { code, stderr } = await jsonapiGenHere(['generate'], folder)
  expect({ code, orphans: stderr.match(/^\S+ is yours, and imports/gm) }).toEqual({
    code: 0,
    orphans: [
      'api/routes/tags.routes.test.ts is yours, and imports',
      'api/routes/tags.routes.ts is yours, and imports',
      'api/tag.resource.ts is yours, and imports',
    ],
  })
  expect(Object.keys(await textsUnder(join(folder, 'api/routes')))).toContain('tags.routes.test.ts')
})

describe('the init command', () => {
  test('`init` writes a schema that contains models with ids of every type except floats, and says why it omits a model (20.19, 22.2)', async () => {
    const datamodel = `datasource db {
  provider = "postgresql"
}

enum Currency {
  euro
  dollar
}

model Rate {
  currency Currency @id
  note     String
}

model Day {
  id   DateTime @id @db.Date
  note String
}

model Level {
  height Decimal @id
}

model Flag {
  on Boolean @id
}

model Blob {
  digest Bytes @id
}

model Weight {
  value Float @id
}

model Step {
  id     Int   @id
  thenId Int?  @unique
  then   Step? @relation("order", fields: [thenId], references: [id])
  before Step? @relation("order")
}
`
    const folder = await folderWith({ 'package.json': MANIFEST, 'prisma/schema.prisma': datamodel })
    expect(await jsonapiGenHere(['init'], folder)).toMatchObject({ code: 0 })
    const text = await readFile(join(folder, 'schema.yaml'), 'utf8')
    expect(text.match(/^# Omitted.*$|^  \w+:$|attributes: .*$/gm)).toEqual([
      '# Omitted, because its id is Float, which Prisma rounds, so rows cannot be found by it: Weight',
      "# Omitted, because Prisma's operations on their records never finish (rename the relation): Step",
      '  rates:',
      'attributes: [currency, note]',
      '  days:',
      'attributes: [id, note]',
      '  levels:',
      'attributes: [height]',
      '  flags:',
      "attributes: ['on']",
      '  blobs:',
      'attributes: [digest]',
    ])
    const generated = await jsonapiGenHere(['generate', '--strict'], folder)
    expect(generated).toMatchObject({ code: 0, stdout: '' })
    const day = await readFile(join(folder, 'src/api/generated/day.gen.ts'), 'utf8')
    expect(day.match(/this\.(?:id|attribute)\(.*$/gm)).toEqual([
      "this.id({ id: 'date' });",
      "this.attribute('dayId', { type: 'date', column: 'id' });",
      "this.attribute('note', 'string');",
    ])
  })

  test("if a relation's own name cannot be used for a sideload, `init` names the relation after its model and reports this", async () => {
    const datamodel = `${DATAMODEL}
model Supplier {
  id       Int           @id
  kindCode String
  type     SupplierType  @relation(fields: [kindCode], references: [code])
}

model SupplierType {
  code      String     @id
  suppliers Supplier[]
}
`
    const folder = await folderWith({ 'package.json': MANIFEST, 'prisma/schema.prisma': datamodel })
    await jsonapiGenHere(['init'], folder)
    const text = await readFile(join(folder, 'schema.yaml'), 'utf8')
    expect(text.slice(text.indexOf('  suppliers:'))).toBe(`  suppliers:
    actions: { index: mayRead, show: mayRead, create: false, update: false, destroy: false }
    attributes: []
    filters:
      id:
    sideloads:
      supplierType: { relation: type } # the name of the relation is reserved or taken; choose a different one
    stats:
      total: [count]
    unindexed: [supplierType] # no index covers these; if you remove a name, \`jsonapi-gen generate\` will suggest an index
  supplierTypes:
    actions: { index: mayRead, show: mayRead, create: false, update: false, destroy: false }
    attributes: []
    filters:
      id:
    sideloads:
      suppliers:
    stats:
      total: [count]
`)
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
  })

  test.each([
    [
      'mysql',
      ['Day', 'Hall'],
      '# Omitted, because, on MySQL, Prisma loses the time of day in an id; the Kysely adapter does not: Slot',
    ],
    ['postgresql', ['Day', 'Hall', 'Slot'], undefined],
  ])('`init` includes only models that `validate` accepts on %s', async (provider, models, leftOut) => {
    const datamodel = `datasource db {
  provider = "${provider}"
}

model Hall {
  id    Int    @id
  slots Slot[]
}

model Slot {
  hallId   Int
  startsAt DateTime @db.Time
  hall     Hall     @relation(fields: [hallId], references: [id])

  @@id([hallId, startsAt])
}

model Day {
  id     Int      @id
  opens  DateTime @db.Time
}
`
    const folder = await folderWith({ 'package.json': MANIFEST, 'prisma/schema.prisma': datamodel })
    expect(await jsonapiGenHere(['init'], folder)).toMatchObject({ code: 0 })
    const text = await readFile(join(folder, 'schema.yaml'), 'utf8')
    expect(text.match(/^ {2}\w+:$/gm)?.toSorted()).toEqual(models.map((name) => `  ${name.toLowerCase()}s:`))
    expect(text.match(/^# Omitted.*$/m)?.[0]).toBe(leftOut)
    expect(await jsonapiGenHere(['validate'], folder)).toMatchObject({ code: 0 })
  })

  test('`init` omits deletion markers and ownership columns, with comments that show how to add them (20.20)', async () => {
    const datamodel = `${DATAMODEL}
model Team {
  id    Int     @id @default(autoincrement())
  name  String
  pages Page[]
}

model Page {
  id         Int       @id @default(autoincrement())
  tenant_id  String
  title      String
  teamId     Int?
  team       Team?     @relation(fields: [teamId], references: [id])
  deleted_at DateTime?
  deletedBy  String?
}

model Draft {
  id          Int     @id @default(autoincrement())
  workspaceId String  @default("none")
  is_deleted  Boolean @default(false)
}

model Undo {
  id          Int       @id @default(autoincrement())
  teamIdea    String
  undeletedAt DateTime?
}

model Organisation {
  id     Int     @id @default(autoincrement())
  sheets Sheet[]
}

model Sheet {
  id             Int          @id @default(autoincrement())
  organisationId Int
  type           Organisation @relation(fields: [organisationId], references: [id])
}
`
    const folder = await folderWith({ 'package.json': MANIFEST, 'prisma/schema.prisma': datamodel })
    const { code, stderr } = await jsonapiGenHere(['init'], folder)
    expect({ code, said: stderr.split('\n').slice(0, 2) }).toEqual({
      code: 0,
      said: [
        'wrote schema.yaml, from prisma/schema.prisma',
        'omitted, because they determine who owns a record, whether it is deleted, or what a user may do: Page.tenant_id, Page.deleted_at, Page.deletedBy, Draft.workspaceId, Draft.is_deleted (see the comments in schema.yaml)',
      ],
    })
    const text = await readFile(join(folder, 'schema.yaml'), 'utf8')
    expect(text.slice(text.indexOf('  pages:\n    actions'))).toBe(`  pages:
    actions: { index: mayRead, show: mayRead, create: false, update: false, destroy: false }
    # a create request would have to set tenant_id
    attributes:
      title:
      # omitted, because it determines who owns the record; to show it, remove the #:
      # tenant_id: { writable: false, required: false }
      # omitted, because it marks deleted records; to show it, remove the #:
      # deleted_at: { writable: false }
      # deletedBy: { writable: false }
    # defaultFilters: { deleted_at: null }
    filters:
      id:
    sideloads:
      # it determines who owns the record: requests cannot write it, from either side; your code sets teamId
      team: { writable: false }
    stats:
      total: [count]
    unindexed: [team, title] # no index covers these; if you remove a name, \`jsonapi-gen generate\` will suggest an index
  drafts:
    actions: { index: mayRead, show: mayRead, create: false, update: false, destroy: false }
    attributes:
      # omitted, because it determines who owns the record; to show it, remove the #:
      # workspaceId: { writable: false }
      # omitted, because it marks deleted records; to show it, remove the #:
      # is_deleted: { writable: false }
    # defaultFilters: { is_deleted: false }
    filters:
      id:
    stats:
      total: [count]
  undos:
    actions: { index: mayRead, show: mayRead, create: false, update: false, destroy: false }
    attributes: [teamIdea, undeletedAt]
    filters:
      id:
    stats:
      total: [count]
    unindexed: [teamIdea, undeletedAt] # no index covers these; if you remove a name, \`jsonapi-gen generate\` will suggest an index
  organisations:
    actions: { index: mayRead, show: mayRead, create: false, update: false, destroy: false }
    attributes: []
    filters:
      id:
    sideloads:
      sheets:
    stats:
      total: [count]
  sheets:
    actions: { index: mayRead, show: mayRead, create: false, update: false, destroy: false }
    # a create request would have to set organisationId
    attributes: []
    filters:
      id:
    sideloads:
      # it determines who owns the record: requests cannot write it, from either side; your code sets organisationId
      sheetType: { relation: type, writable: false } # the name of the relation is reserved or taken; choose a different one
    stats:
      total: [count]
    unindexed: [sheetType] # no index covers these; if you remove a name, \`jsonapi-gen generate\` will suggest an index
`)
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
    const shown = text
      .replaceAll(/# (?=\w+: \{ writable|defaultFilters)/g, '')
      .replaceAll(/\n {4}unindexed: .*/g, '')
      .replace('\nresources:', '\ndefaults: { unindexed: true }\nresources:')
      .replace('output: src/api', 'output: src/shown')
    await writeFile(join(folder, 'schema.yaml'), shown)
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
    const pages = await readFile(join(folder, 'src/shown/generated/page.gen.ts'), 'utf8')
    expect(pages.match(/this\.(?:attribute|defaultFilter)\(.*/g)).toEqual([
      "this.attribute('title', 'string');",
      "this.attribute('tenant_id', { type: 'string', writable: false });",
      "this.attribute('deleted_at', { type: 'datetime?', writable: false });",
      "this.attribute('deletedBy', { type: 'string?', writable: false });",
      "this.defaultFilter('deleted_at', { eq: null });",
    ])
  })

  test('`init` omits attributes that grant rights, with comments that show how to add them behind a guard (20.20)', async () => {
    const datamodel = `${DATAMODEL.replace('  apiToken ', '  user_role    String  @default("customer")\n  isStaff      Boolean @default(false)\n  creditLimit  Decimal?\n  rolePlay     String?\n  apiToken ')}
model Account {
  id              Int        @id @default(autoincrement())
  AccountType     String
  account_balance Decimal    @default(0)
  stafford        String?
  balanced        Boolean    @default(true)
  planned         Boolean    @default(true)
  levelId         Int?
  roleId          Int?
  level           Rank?      @relation("level", fields: [levelId], references: [id])
  rank            Rank?      @relation("rank", fields: [roleId], references: [id])
  permissions     Rank[]     @relation("permissions")
}

model Rank {
  id       Int       @id @default(autoincrement())
  name     String
  leveled  Account[] @relation("level")
  ranked   Account[] @relation("rank")
  allowed  Account[] @relation("permissions")
}
`
    const folder = await folderWith({ 'package.json': MANIFEST, 'prisma/schema.prisma': datamodel })
    const { code, stderr } = await jsonapiGenHere(['init'], folder)
    expect({ code, said: stderr.split('\n')[1] }).toEqual({
      code: 0,
      said: 'omitted, because they determine who owns a record, whether it is deleted, or what a user may do: User.user_role, User.isStaff, User.creditLimit, User.rolePlay, Account.AccountType, Account.account_balance (see the comments in schema.yaml)',
    })
    const text = await readFile(join(folder, 'schema.yaml'), 'utf8')
    expect(text.slice(text.indexOf('  accounts:'), text.indexOf('  ranks:'))).toBe(`  accounts:
    actions: { index: mayRead, show: mayRead, create: false, update: false, destroy: false }
    # a create request would have to set AccountType
    attributes:
      stafford:
      balanced:
      planned:
      # omitted, because it determines a user's role or rights; to show it, remove the #:
      # AccountType: { readable: isStaff, writable: isStaff }
      # account_balance: { readable: isStaff, writable: isStaff }
    filters:
      id:
    sideloads:
      level:
      # it determines what a user may do: requests cannot write it; your code sets roleId
      rank: { writable: false }
      # it determines what a user may do: requests cannot write it
      permissions: { writable: false }
    stats:
      total: [count]
    unindexed: [level, rank, stafford, balanced, planned] # no index covers these; if you remove a name, \`jsonapi-gen generate\` will suggest an index
`)
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
    await writeFile(
      join(folder, 'schema.yaml'),
      text
        .replaceAll(/# (?=\w+: \{ readable)/g, '')
        .replaceAll(/\n {4}unindexed: .*/g, '')
        .replace('\nresources:', '\ndefaults: { unindexed: true }\nresources:')
        .replace('output: src/api', 'output: src/shown'),
    )
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
    const accounts = await readFile(join(folder, 'src/shown/generated/account.gen.ts'), 'utf8')
    expect(accounts.match(/this\.attribute\('(?:Acc|acc).*/g)).toEqual([
      "this.attribute('AccountType', { type: 'string', readable: 'isStaff', writable: 'isStaff' });",
      "this.attribute('account_balance', {",
    ])
  })

  test('docs/schema-format.md lists every word that makes `init` omit a column (20.20)', async () => {
    const page = await readFile(at('docs/schema-format.md'), 'utf8')
    const [, section = ''] = page.split('### Columns that init omits')
    const words = [...section.matchAll(/`([^`]+)`/g)].map(
      ([, each = '']) => ` ${each.replaceAll(/\s+/g, ' ')} `,
    )
    const known = [DECIDING_WORDS, DECIDING_PHRASES, DELETION_COLUMNS, TENANT_COLUMNS].flat()
    expect(known.filter((each) => !words.some((word) => word.includes(` ${each} `)))).toEqual([])
  })

  test('`init` quotes names that YAML would read as other values', async () => {
    const datamodel = `${DATAMODEL}
model Switch {
  id     Int     @id @default(autoincrement())
  on     Boolean @default(true)
  null   String?
  yes    Lamp[]
}

model Lamp {
  id       Int     @id @default(autoincrement())
  switchId Int?
  no       Switch? @relation(fields: [switchId], references: [id])
}
`
    const folder = await folderWith({ 'package.json': MANIFEST, 'prisma/schema.prisma': datamodel })
    await jsonapiGenHere(['init'], folder)
    const text = await readFile(join(folder, 'schema.yaml'), 'utf8')
    expect(text.match(/.*'(?:on|null|yes|no)'.*/g)).toEqual([
      "    attributes: ['on', 'null']",
      "      'yes':",
      "    unindexed: ['on', 'null'] # no index covers these; if you remove a name, `jsonapi-gen generate` will suggest an index",
      "      'no':",
      "    unindexed: ['no'] # no index covers these; if you remove a name, `jsonapi-gen generate` will suggest an index",
    ])
    expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
  })

  test('`init` creates a schema from the Prisma schema, without secret columns, for the installed framework', async () => {
    const folder = await folderWith({ 'package.json': MANIFEST, 'prisma/schema.prisma': DATAMODEL })
    expect(await jsonapiGenHere(['init'], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: `wrote schema.yaml, from prisma/schema.prisma
added jsonapi:generate and jsonapi:check to the scripts of package.json
wrote .gitattributes, with a line for src/api/generated
wrote AGENTS.md, which tells coding agents how to change the API
wrote src/prisma.ts, which creates the Prisma Client for sqlite
wrote src/testing/database.ts, an empty SQLite database for each test file
wrote vitest.config.ts, which uses it

Next:
  1. review schema.yaml: the API serves only what this file lists
  2. npx jsonapi-gen init --server writes src/server.ts, a server on fastify; or use the routes in your own server
  3. npm install @jsonapi-gen/runtime @jsonapi-gen/openapi @jsonapi-gen/explorer @prisma/client@7 @prisma/adapter-libsql@7
  4. npx prisma@7 generate
  5. npm run jsonapi:generate
`,
    })
    expect(await readFile(join(folder, 'schema.yaml'), 'utf8'))
      .toBe(`# yaml-language-server: $schema=./node_modules/jsonapi-gen/schema.json
#
# Nobody may read what this file lists until you edit mayRead in src/api/application.controller.ts. Nobody may write it.
# To let everybody read, replace mayRead with true. To open an action, replace false with a guard:
#   actions: { index: mayRead, show: mayRead, create: isStaff, update: isStaff, destroy: false }
# isStaff is a method that you write in ApplicationController; it can also replace mayRead. Delete the test in
# src/api/routes that expects the action to be closed: generate writes a new one. To decide which records a user may read and change:
# https://github.com/jsonapi-gen/jsonapi-gen/blob/main/docs/policies.md

generate:
  output: src/api
  framework: fastify # express | fastify | hono | nest | fetch
  openapi: true # GET /openapi.json; with NODE_ENV=development, a page for trying the API at GET /explorer

prisma: # types, nullability, ids and keys come from here
  schema: prisma/schema.prisma

resources:
  users:
    actions: { index: mayRead, show: mayRead, create: false, update: false, destroy: false }
    # a create request would have to set passwordHash
    attributes: [email]
    # omitted, because its name suggests a secret: passwordHash, apiToken
    filters:
      id:
    sideloads:
      orders:
    stats:
      total: [count]
  orders:
    actions: { index: mayRead, show: mayRead, create: false, update: false, destroy: false }
    attributes: [total]
    filters:
      id:
    sideloads:
      user:
      lines:
    stats:
      total: [count]
    unindexed: [user, total] # no index covers these; if you remove a name, \`jsonapi-gen generate\` will suggest an index
  orderLines:
    actions: { index: mayRead, show: mayRead, create: false, update: false, destroy: false }
    attributes: [position]
    filters:
      id:
    sideloads:
      order:
    stats:
      total: [count]
    unindexed: [position] # no index covers these; if you remove a name, \`jsonapi-gen generate\` will suggest an index
`)
    expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe(
      MANIFEST.replace(
        '"build": "tsc"',
        '"build": "tsc",\n        "jsonapi:generate": "jsonapi-gen generate --tests",\n        "jsonapi:check": "jsonapi-gen generate --check"',
      ),
    )
    const generated = await jsonapiGenHere(['generate', '--tests'], folder)
    expect(generated).toMatchObject({ code: 0 })
    const written = await textsUnder(join(folder, 'src/api'))
    expect(written['routes/index.ts']).toContain('toFastify(api)')
    expect(written['routes/users.routes.test.ts']).toContain('GET /users for users who may read it')
    expect(written['application.controller.ts']).toMatch(/mayRead\(\): boolean \{\n.*\n {4}return false;/)
    expect(await jsonapiGenHere(['generate', '--check'], folder)).toMatchObject({ code: 0 })
  })

  test("`init` accepts the blog's Prisma schema", async () => {
    const folder = await folderWith({
      'prisma/schema.prisma': await readFile(at('examples/blog/prisma/schema.prisma'), 'utf8'),
    })
    expect(await jsonapiGenHere(['init'], folder)).toMatchObject({ code: 0 })
    expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0 })
  })

  test('`init` writes an example if there is no Prisma schema, and explains what to do without a package.json', async () => {
    const folder = await folderWith({ 'src/prisma.ts': '' })
    expect(await jsonapiGenHere(['init'], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: `wrote schema.yaml, an example
There is no package.json: add these scripts yourself: ${JSON.stringify(SCRIPTS)}
To create a complete project in an empty folder: npm run create -- ../my-api in a clone of the repository, or npm create jsonapi-gen@latest my-api once the packages are on npm
wrote .gitattributes, with a line for src/api/generated
wrote AGENTS.md, which tells coding agents how to change the API

Next:
  1. review schema.yaml: the API serves only what this file lists
  2. npm install @jsonapi-gen/runtime @jsonapi-gen/openapi @jsonapi-gen/explorer
  3. npx jsonapi-gen generate
`,
    })
    expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0 })
  })

  test('`init` writes no files if no model in the Prisma schema can be a resource, and explains what to do', async () => {
    const keyless = `${DATAMODEL.split('model ')[0]}model Line {\n  text String\n\n  @@ignore\n}\n`
    for (const text of [DATAMODEL.split('model ')[0] ?? '', keyless]) {
      const files = { 'package.json': MANIFEST, 'prisma/schema.prisma': text }
      const folder = await folderWith(files)
      expect(await jsonapiGenHere(['init', '--server'], folder)).toMatchObject({
        code: 2,
        stdout: '',
        stderr:
          'prisma/schema.prisma has no model that can be a resource; nothing was written. Add a model with an id, or run npx prisma@7 db pull to write the models of a database, and run npx jsonapi-gen init again.\n',
      })
      expect(await textsUnder(folder)).toEqual(files)
    }
  })

  test('with @jsonapi-gen/prove, `init` adds its script, and `generate` writes prove.ts', async () => {
    const devDependencies = { '@jsonapi-gen/prove': '0.1.0' }
    const folder = await folderWith({
      'package.json': JSON.stringify({ dependencies: { '@jsonapi-gen/runtime': '0.1.0' }, devDependencies }),
      'prisma/schema.prisma': DATAMODEL,
    })
    const { code, stderr } = await jsonapiGenHere(['init'], folder)
    expect(code).toBe(0)
    expect(stderr).toContain(
      'added jsonapi:generate, jsonapi:check, and jsonapi:prove to the scripts of package.json\n',
    )
    expect(stderr).toMatch(/^ {2}\d\. npm install --save-dev vitest, which jsonapi-gen prove needs$/m)
    expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toMatchObject({
      scripts: { 'jsonapi:generate': 'jsonapi-gen generate --tests', 'jsonapi:prove': 'jsonapi-gen prove' },
    })
    await jsonapiGenHere(['generate', '--tests'], folder)
    expect(await readFile(join(folder, 'prove.ts'), 'utf8')).toContain('export default defineProof<Locals>({')
  })

  test('if @jsonapi-gen/prove is added later, `init` names the command that writes prove.ts until the file exists', async () => {
    const manifest = {
      scripts: { 'jsonapi:generate': 'mine', 'jsonapi:check': 'mine' },
      devDependencies: { '@jsonapi-gen/prove': '0.1.0', vitest: '4.0.0' },
    }
    const folder = await folderWith({
      'package.json': JSON.stringify(manifest),
      'prisma/schema.prisma': DATAMODEL,
    })
    const step = 'npx jsonapi-gen generate --tests writes prove.ts, which npm run jsonapi:prove needs\n'
    const first = await jsonapiGenHere(['init'], folder)
    expect(first.stderr).toContain('added jsonapi:prove to the scripts of package.json\n')
    expect(first.stderr).toContain(step)
    await writeFile(join(folder, 'prove.ts'), '')
    expect((await jsonapiGenHere(['init'], folder)).stderr).not.toContain('prove')
  })

  test('`init` overwrites no files, and changes nothing when it runs again', async () => {
    const schema = 'resources: { notes: { attributes: { text: string } } }\n'
    const manifest = JSON.stringify({ scripts: { 'jsonapi:check': 'mine' } })
    const folder = await folderWith({ 'schema.yaml': schema, 'package.json': manifest })
    await jsonapiGenHere(['init'], folder)
    const { 'AGENTS.md': _agents, ...others } = await textsUnder(folder)
    expect(others).toEqual({
      '.gitattributes': 'src/api/generated/** linguist-generated text eol=lf\n',
      'schema.yaml': schema,
      'package.json': '{"scripts":{"jsonapi:check":"mine",\n    "jsonapi:generate": "jsonapi-gen generate"}}',
    })
    const before = await tracesUnder(folder)
    const { code, stderr } = await jsonapiGenHere(['init'], folder)
    expect({ code, said: stderr.split('\n').slice(0, 2) }).toEqual({
      code: 0,
      said: ['schema.yaml already exists and is unchanged', 'package.json already has the scripts'],
    })
    expect(await tracesUnder(folder)).toEqual(before)
  })

  test('`init` keeps a Prisma schema that has the generator block, and points the scripts at the schema', async () => {
    const annotated = `generator jsonapi {
  provider = "jsonapi-gen prisma"
  output   = "../src/api"
}

${DATAMODEL.replace('model User', '/// @jsonapi.resource\nmodel User')}`
    const folder = await folderWith({ 'package.json': '{}', 'prisma/schema.prisma': annotated })
    const { code, stderr } = await jsonapiGenHere(['init'], folder)
    expect({ code, said: stderr.split('\n')[0] }).toEqual({
      code: 0,
      said: 'prisma/schema.prisma already exists and is unchanged',
    })
    const { 'package.json': manifest = '', ...rest } = await textsUnder(folder)
    expect(Object.keys(rest)).toEqual([
      '.gitattributes',
      'AGENTS.md',
      'prisma/schema.prisma',
      'src/prisma.ts',
    ])
    expect(JSON.parse(manifest)).toEqual({
      scripts: {
        'jsonapi:generate': 'jsonapi-gen generate --schema prisma/schema.prisma',
        'jsonapi:check': 'jsonapi-gen generate --schema prisma/schema.prisma --check',
      },
    })
  })

  test.each([
    ['{}', { scripts: SCRIPTS }],
    ['{\n  "scripts": {}\n}\n', { scripts: SCRIPTS }],
    ['{ "scripts": { "a": "}" }, "name": "x" }', { scripts: { a: '}', ...SCRIPTS }, name: 'x' }],
    ['{\n\t"name": "x"\n}\n', { name: 'x', scripts: SCRIPTS }],
  ])('`init` adds its scripts to %j', async (before, after) => {
    const folder = await folderWith({ 'package.json': before })
    expect(await jsonapiGenHere(['init'], folder)).toMatchObject({ code: 0 })
    expect(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))).toEqual(after)
  })

  test('`init` leaves an invalid package.json unchanged and reports it', async () => {
    const folder = await folderWith({ 'package.json': '{ "name": ' })
    const { code, stderr } = await jsonapiGenHere(['init'], folder)
    expect({ code, said: stderr.includes('package.json is not JSON: add these scripts yourself') }).toEqual({
      code: 0,
      said: true,
    })
    expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe('{ "name": ')
  })

  test('`init` writes no files if the Prisma schema is invalid, and reports the location of the error', async () => {
    const folder = await folderWith({ 'package.json': '{}', 'prisma/schema.prisma': 'model {\n' })
    const { code, stderr } = await jsonapiGenHere(['init'], folder)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/^prisma\/schema\.prisma:1:1 error JG502 /),
    })
    expect(Object.keys(await textsUnder(folder))).toEqual(['package.json', 'prisma/schema.prisma'])
    expect(await readFile(join(folder, 'package.json'), 'utf8')).toBe('{}')
  })
})

test('if the schema is invalid and does not specify an engine, `init` writes no database module and no server', async () => {
  const faulty = 'resources: { users: { attributes: { emial: string } } }\n'
  for (const engine of ['', 'generate: { adapter: kysely }\n']) {
    const files = {
      'package.json': MANIFEST,
      'prisma/schema.prisma': DATAMODEL,
      'schema.yaml': `${engine}prisma: { schema: prisma/schema.prisma }\n${faulty}`,
    }
    const folder = await folderWith(files)
    const { code, stderr } = await jsonapiGenHere(['init', '--server'], folder)
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /\nschema\.yaml has errors\. Fix them, then run npx jsonapi-gen init again:\n\n[^]*\n1 error; schema\.yaml is unchanged\. /,
      ),
    ])
    const written = Object.keys(await textsUnder(folder)).filter((path) => path.startsWith('src/'))
    expect(written).toEqual([])
  }
})

test('the first line of a schema refers to the installed format, even at the root of a workspace', async () => {
  const installed = 'node_modules/jsonapi-gen/schema.json'
  const folder = await folderWith({
    'package.json': '{ "workspaces": ["apps/*"] }',
    [installed]: '{}',
    'apps/shop/package.json': MANIFEST,
    [`apps/own/${installed}`]: '{}',
    'apps/own/package.json': MANIFEST,
  })
  const first = async (app: string): Promise<string | undefined> => {
    expect((await jsonapiGenHere(['init'], join(folder, app))).code).toBe(0)
    return (await readFile(join(folder, app, 'schema.yaml'), 'utf8')).split('\n')[0]
  }
  const begin = '# yaml-language-server: $schema='
  expect([await first('apps/shop'), await first('apps/own')]).toEqual([
    `${begin}../../${installed}`,
    `${begin}./${installed}`,
  ])
})

describe('`init` in a project with kysely and without @prisma/client', () => {
  const manifest = JSON.stringify({ type: 'module', dependencies: { next: '*', kysely: '*' } })
  const TABLES =
    'datasource db {\n  provider = "sqlite"\n}\n\nmodel Book {\n  id    Int    @id\n  title String\n}\n'

  test('the initial schema uses Kysely, and src/db.ts opens the database once for all reloads', async () => {
    const folder = await folderWith({ 'package.json': manifest, 'prisma/schema.prisma': TABLES })
    const { code, stderr } = await jsonapiGenHere(['init', '--server'], folder)
    const written = await textsUnder(folder)
    expect({
      code,
      prisma: written['src/prisma.ts'],
      steps: stderr.match(/^ {2}\d\. (?:npm|npx|export).*$/gm),
    }).toEqual({
      code: 0,
      prisma: undefined,
      steps: [
        '  2. npm install @jsonapi-gen/runtime @jsonapi-gen/openapi @jsonapi-gen/explorer @jsonapi-gen/kysely libsql',
        '  3. npm run jsonapi:generate',
      ],
    })
    expect(written['schema.yaml']).toContain(
      '  framework: fetch # express | fastify | hono | nest | fetch\n  imports: none # js | ts | none: how imports of your own files end\n  adapter: kysely\n  openapi: true',
    )
    expect(written['src/db.ts']).toContain("import type { Database } from './api/generated/store.gen';\n")
    expect(written['src/db.ts']).toContain('Libsql.Database = (kept.database ??= new Libsql(')
    expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0 })
  })

  test('without a Prisma schema, nothing is written, and `init` says how to describe the tables', async () => {
    const folder = await folderWith({ 'package.json': manifest })
    const { code, stderr } = await jsonapiGenHere(['init', '--server'], folder)
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr:
        'package.json depends on kysely, but no Prisma schema describes the tables; nothing was written. Write their models into prisma/schema.prisma, or run npx prisma@7 init and npx prisma@7 db pull, and run npx jsonapi-gen init again.\n',
    })
    expect(Object.keys(await textsUnder(folder))).toEqual(['package.json'])
  })
})
