import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadSchema, prepare } from 'jsonapi-gen'
import { at } from '../../scripts/lib/paths.js'
import { copyOf, folderWith } from './support/folder.js'
import { readFile } from 'node:fs/promises'

/** All files for a schema: the generated ones, and the ones that users then own. */
async function outputOf(folder: string, name: string): Promise<Readonly<Record<string, string>>> {
  const loaded = await loadSchema(join(folder, name), name)
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
  const prepared = await prepare(loaded)
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.diagnostics))
  return Object.fromEntries(
    prepared.plan.entries.flatMap((entry) => (entry.kind === 'create' ? [[entry.path, entry.text]] : [])),
  )
}

test('the blog described in its datamodel generates the same output as schema.example.yaml, byte for byte', async () => {
  const yaml = await readFile(at('schema.example.yaml'), 'utf8')
  const datamodel = 'examples/blog/prisma/schema.prisma'
  const inYaml = await folderWith({ 'schema.yaml': yaml, [datamodel]: await readFile(at(datamodel), 'utf8') })
  const inPrisma = await copyOf(at('test/fixtures/generator/twins/blog'))
  expect(await outputOf(inPrisma, 'schema.prisma')).toEqual(await outputOf(inYaml, 'schema.yaml'))
})

test('annotations in several files, YAML with a datamodel and YAML alone generate the same output, byte for byte', async () => {
  const folder = await copyOf(at('test/fixtures/generator/twins/shop'))
  const annotated = await outputOf(folder, 'prisma')
  expect(Object.keys(annotated)).toHaveLength(26)
  expect(await outputOf(folder, 'schema.yaml')).toEqual(annotated)
  // Only a datamodel names the database. For some databases, the pool limits the duration of statements.
  const base = 'application.resource.ts'
  const unbound = annotated[base]?.replace(", {\n  transaction: { bounds: 'pool' },\n}", '')
  expect(unbound).not.toBe(annotated[base])
  // Only a datamodel contains all facts about the store.
  const { 'generated/facts.gen.ts': told, ...others } = annotated
  const { 'generated/facts.gen.ts': declared, ...alone } = await outputOf(folder, 'explicit.yaml')
  expect([told?.includes('provider'), declared?.includes('partial: true')]).toEqual([true, true])
  expect(withoutDigits(alone)).toEqual(withoutDigits({ ...others, [base]: unbound ?? '' }))
})

/** Omits the number of digits of decimal columns, which only a datamodel contains. */
const withoutDigits = (files: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(files).map(([path, text]) => [
      path,
      path.endsWith('contract.gen.json')
        ? text.replaceAll(/"digits": \{[^}]*\},\s*|"\$digest": "[^"]*"/g, '')
        : text,
    ]),
  )

test('a column can be given a different name in the API, in annotations or in YAML, with or without a datamodel (14.9)', async () => {
  const source = 'datasource db {\n  provider = "sqlite"\n}\n\n'
  const generator = 'generator jsonapi {\n  provider = "jsonapi-gen prisma"\n  output = "api"\n}\n\n'
  const inPrisma = await folderWith({
    'schema.prisma': `${generator}${source}/// @jsonapi.resource(type: "accounts")
model Account {
  uuid    String @id @default(uuid())
  /// @jsonapi.filter(name: "number", operators: [eq])
  id      Int
  /// @jsonapi.attribute(name: "kind", maxLength: 9)
  /// @jsonapi.filter(operators: [eq])
  /// @jsonapi.defaultFilter("open")
  type    String
  /// @jsonapi.stat(sum)
  /// @jsonapi.stat(name: "volume", calculations: [sum])
  total   Int
  /// @jsonapi.attribute(name: "edition")
  /// @jsonapi.version
  version Int    @default(0)
  /// @jsonapi.hidden
  /// @jsonapi.filter
  accountId String
}
`,
  })
  const model =
    'model Account {\n  uuid String @id @default(uuid())\n  id Int\n  type String\n  total Int\n  version Int @default(0)\n  accountId String\n}\n'
  const rest = `    filters: { number: { column: id, operators: [eq] }, kind: { operators: [eq] }, accountId: { type: string } }
    defaultFilters: { kind: open }
    stats: { total: [sum], volume: { column: total, calculations: [sum] } }
`
  const beside = await folderWith({
    'model.prisma': source + model,
    'schema.yaml': `generate: { output: api }
prisma: { schema: model.prisma }
resources:
  accounts:
    version: edition
    attributes: { id: , kind: { column: type, maxLength: 9 }, total: , edition: { column: version } }
${rest}`,
  })
  const alone = await folderWith({
    'schema.yaml': `generate: { output: api }
prisma: { client: '@prisma/client' }
resources:
  accounts:
    id: { type: uuid, column: uuid }
    version: edition
    attributes:
      accountIdColumn: { type: integer, column: id }
      kind: { type: string, column: type, maxLength: 9 }
      total: integer
      edition: { type: integer, column: version, default: 0 }
${rest}`,
  })
  const files = await outputOf(beside, 'schema.yaml')
  const generated = (files['generated/account.gen.ts'] ?? '').replace('./prisma', '')
  expect(generated.match(/^ +this\..*$/gm)).toEqual([
    "    this.type('accounts');",
    "    this.model('Account');",
    '    this.facts(store);',
    "    this.id('uuid', { column: 'uuid' });",
    "    this.version('edition');",
    "    this.attribute('accountIdColumn', { type: 'integer', column: 'id' });",
    "    this.attribute('kind', { type: 'string', column: 'type', maxLength: 9 });",
    "    this.attribute('total', 'integer');",
    "    this.attribute('edition', { type: 'integer', column: 'version', default: 0 });",
    "    this.allowFilter('number', { type: 'integer', operators: ['eq'], column: 'id' });",
    "    this.allowFilter('kind', { operators: ['eq'] });",
    "    this.allowFilter('accountId', { type: 'string' });",
    "    this.defaultFilter('kind', { eq: 'open' });",
    "    this.allowStat({ total: ['sum'], volume: { column: 'total', calculations: ['sum'] } });",
  ])
  expect((await outputOf(alone, 'schema.yaml'))['generated/account.gen.ts']?.match(/^ +this\..*$/gm)).toEqual(
    generated.match(/^ +this\..*$/gm),
  )
  expect(await outputOf(inPrisma, 'schema.prisma')).toEqual(files)
})

test('an attribute that the Prisma Client computes can be declared in annotations and in YAML, and is not a column (23.7)', async () => {
  const model = 'model Person {\n  id Int @id @default(autoincrement())\n  first String\n  last String\n}\n'
  const source = 'datasource db {\n  provider = "sqlite"\n}\n\n'
  const generator = 'generator jsonapi {\n  provider = "jsonapi-gen prisma"\n  output = "api"\n}\n\n'
  const inPrisma = await folderWith({
    'schema.prisma': `${generator}${source}/// @jsonapi.resource(type: "people")
/// @jsonapi.attribute(name: { type: string, computed: true, description: "Both names." })
${model}`,
  })
  const inYaml = await folderWith({
    'model.prisma': source + model,
    'schema.yaml': `generate: { output: api }
prisma: { schema: model.prisma }
resources:
  people:
    attributes: { first: , last: , name: { type: string, computed: true, description: Both names. } }
`,
  })
  const files = await outputOf(inYaml, 'schema.yaml')
  expect(await outputOf(inPrisma, 'schema.prisma')).toEqual(files)
  const generated = files['generated/person.gen.ts'] ?? ''
  expect(generated.match(/^ +(?:\/\*\* Both.*|  name: .*|sorts: .*|this\.attribute\('name'.*)$/gm)).toEqual([
    '    /** Both names. */',
    '    name: string;',
    "  sorts: 'id' | 'first' | 'last';",
    "    this.attribute('name', { type: 'string', writable: false, sortable: false });",
  ])
  const filtered = await folderWith({
    'schema.yaml': `resources:
  people:
    attributes: { name: { type: string, computed: true } }
    filters: { name: { type: string }, first: { type: string } }
    defaultFilters: { name: { type: string, eq: x } }
    stats: { name: [count] }
    defaultSort: [name]
  allowed:
    attributes: { name: { type: string, computed: true } }
    filters: { name: { custom: true } }
`,
  })
  const loaded = await loadSchema(join(filtered, 'schema.yaml'), 'schema.yaml')
  expect(loaded.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'JG402 Filter "name" is unknown: "people" has no "name"',
    'JG407 Default filter "name" is not an attribute',
    'JG404 Stat "name" is not an attribute',
    'JG403 "name" is not a sort key',
  ])
})

test('defaults can be declared in annotations above the generator block and in YAML (14.14)', async () => {
  const models =
    'model Note {\n  id Int @id @default(autoincrement())\n  text String\n}\n\nmodel Tag {\n  id Int @id @default(autoincrement())\n  name String\n}\n'
  const source = 'datasource db {\n  provider = "sqlite"\n}\n\n'
  const inPrisma = await folderWith({
    'schema.prisma': `/// @jsonapi.defaults(scopes: { read: tenant }, actions: { index: true, create: isMember },
///   guards: { show: isMember }, page: { size: 10, max: 50 })
generator jsonapi {
  provider = "jsonapi-gen prisma"
  output   = "api"
}

${source}${models
      .replace(
        'model Note',
        '/// @jsonapi.resource(scopes: { inherit: false }, page: { max: 20 })\nmodel Note',
      )
      .replace('model Tag', '/// @jsonapi.resource(actions: [show], scopes: { read: own })\nmodel Tag')}`,
  })
  const inYaml = await folderWith({
    'model.prisma': source + models,
    'schema.yaml': `generate: { output: api }
prisma: { schema: model.prisma }
defaults:
  scopes: { read: tenant }
  actions: { index: true, create: isMember }
  guards: { show: isMember }
  page: { size: 10, max: 50 }
resources:
  notes: { attributes: all, scopes: { inherit: false }, page: { max: 20 } }
  tags: { attributes: all, actions: [show], scopes: { read: own } }
`,
  })
  const files = await outputOf(inYaml, 'schema.yaml')
  expect(await outputOf(inPrisma, 'schema.prisma')).toEqual(files)
  const declared = (file: string): readonly string[] | null | undefined =>
    files[`generated/${file}.gen.ts`]?.match(/this\.(?:actions|scopes|defaultScopes|\w*[pP]age\w*)[(<].*/g)
  expect([declared('note'), declared('tag')]).toEqual([
    [
      'this.defaultPageSize(10);',
      'this.maxPageSize(20);',
      "this.actions({ index: true, create: 'isMember' }, { show: 'isMember' });",
    ],
    [
      'this.defaultPageSize(10);',
      'this.maxPageSize(50);',
      "this.actions({ show: 'isMember' }, { create: 'isMember' });",
      "this.scopes({ read: 'scopeOwn' });",
      "this.defaultScopes<TagResourceBase, keyof DefaultScopes>({ read: 'scopeTenant' });",
    ],
  ])
})

test('a relation can be given a different name in the API, in annotations or in YAML, with or without a datamodel (14.9)', async () => {
  const source = 'datasource db {\n  provider = "sqlite"\n}\n\n'
  const generator = 'generator jsonapi {\n  provider = "jsonapi-gen prisma"\n  output = "api"\n}\n\n'
  const modelOf = (resource: string, named = ''): string => `${resource}
model Device {
  id     Int   @id
  kindId Int?
${named}  type   Kind? @relation(fields: [kindId], references: [id])
  links  Link[]
}

${resource}
model Kind {
  id      Int      @id
  devices Device[]
}

${resource}
model Link {
  id     Int    @id
  idFrom Int
  fields Device @relation(fields: [idFrom], references: [id])
}
`
  const inPrisma = await folderWith({
    'schema.prisma':
      generator +
      source +
      modelOf('/// @jsonapi.resource', '  /// @jsonapi.sideload(name: "kind", linkage: always)\n'),
  })
  const beside = await folderWith({
    'model.prisma': source + modelOf(''),
    'schema.yaml': `generate: { output: api }
prisma: { schema: model.prisma }
resources:
  devices: { attributes: [], sideloads: { kind: { relation: type, linkage: always }, links: } }
  kinds: { attributes: [], sideloads: all }
  links: { attributes: [], sideloads: all }
`,
  })
  // The foreign key determines the relation.
  const byKey = await folderWith({
    'model.prisma': source + modelOf(''),
    'schema.yaml': `generate: { output: api }
prisma: { schema: model.prisma }
resources:
  devices:
    attributes: []
    sideloads:
      kind: { kind: belongsTo, resource: kinds, foreignKey: kindId, linkage: always }
      links:
  kinds: { attributes: [], sideloads: all }
  links: { attributes: [], sideloads: all }
`,
  })
  const alone = await folderWith({
    'schema.yaml': `generate: { output: api }
prisma: { client: '@prisma/client' }
resources:
  devices:
    id: integer
    clientIds: required
    attributes: {}
    sideloads:
      kind: { kind: belongsTo, relation: type, resource: kinds, foreignKey: kindId, linkage: always }
      links: { kind: hasMany, resource: links, foreignKey: idFrom }
  kinds: { attributes: {} }
  links: { attributes: {} }
`,
  })
  const files = await outputOf(beside, 'schema.yaml')
  const sideloads = [
    "    this.belongsTo('kind', { resource: 'kinds', relation: 'type', foreignKey: 'kindId', linkage: 'always' });",
    "    this.hasMany('links', { resource: 'links', foreignKey: 'idFrom' });",
  ]
  const declared = (text = ''): readonly string[] | null => text.match(/^ +this\.(belongsTo|hasMany).*$/gm)
  expect(declared(files['generated/device.gen.ts'])).toEqual(sideloads)
  expect(await outputOf(inPrisma, 'schema.prisma')).toEqual(files)
  expect(await outputOf(byKey, 'schema.yaml')).toEqual(files)
  expect(declared((await outputOf(alone, 'schema.yaml'))['generated/device.gen.ts'])).toEqual(sideloads)
})
