import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, test } from 'vitest'
import { contractOf, loadSchema, policyTable, type PolicyTable } from 'jsonapi-gen'
import { at } from '../../scripts/lib/paths.js'
import { run } from '../../src/cli/program.js'
import { jsonapiGen, jsonapiGenHere } from './support/cli.js'
import { folderWith } from './support/folder.js'

const FOLDER = at('test/fixtures/policies')

/** The output of `--format json`. */
interface Printed {
  readonly schemas: readonly (PolicyTable & { readonly schema: string })[]
}

describe('generator/policies (14.15): the permissions that the schema alone defines', () => {
  test.each([
    ['text', 'txt'],
    ['markdown', 'md'],
    ['json', 'json'],
  ])('the policies command prints the permissions as %s', async (format, extension) => {
    const { code, stdout, stderr } = await jsonapiGenHere(['policies', '--format', format], FOLDER)
    expect(code).toBe(0)
    // A resource without a policy causes a warning and is not in the table.
    expect(stderr.match(/(?<=(?:error|warning|note) )JG\d+/g)).toEqual(['JG710', 'JG715'])
    await expect(stdout).toMatchFileSnapshot(join(FOLDER, `policies.${extension}`))
  })

  test('`policies` prints no colors unless the output is a terminal', async () => {
    const { code, stdout } = await jsonapiGen(['policies', '--schema', 'schema.yaml'], FOLDER)
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: await readFile(join(FOLDER, 'policies.txt'), 'utf8'),
    })
  })

  test('the text of `policies` is the same with and without colors', async () => {
    let stdout = ''
    const io = {
      cwd: FOLDER,
      out: (text: string) => (stdout += text),
      err: () => {},
      colour: { out: true, err: true },
      threads: false,
      watched: true,
      signal: new AbortController().signal,
    }
    expect(await run(['policies'], '0.0.0', io)).toBe(0)
    const text = await readFile(join(FOLDER, 'policies.txt'), 'utf8')
    expect(stdout).not.toBe(text)
    expect(stripVTControlCharacters(stdout)).toBe(text)
  })

  test("the text of `policies` does not depend on the schema's order", async () => {
    const text = await readFile(join(FOLDER, 'schema.yaml'), 'utf8')
    const [head = '', rest = ''] = text.split('resources:\n')
    const resources = rest.trimEnd().split(/\n\n(?= {2}\w)/)
    const [defaults = '', scopes = '', actions = ''] = head.match(/^(?:defaults:| {2}.*)\n/gm) ?? []
    const folder = await folderWith({
      'schema.yaml': `resources:\n${resources.toReversed().join('\n')}\n${defaults}${actions}${scopes}`,
    })
    const there = await jsonapiGenHere(['policies', '--format', 'json'], folder)
    expect(there.stdout).toBe(await readFile(join(FOLDER, 'policies.json'), 'utf8'))
  })

  test('if there are several schemas, each has its own table under its name', async () => {
    const schema = (type: string) => `resources: { ${type}: { public: true, attributes: {} } }\n`
    const folder = await folderWith({ 'a.yaml': schema('tags'), 'b.yaml': schema('notes') })
    const ask = async (...options: readonly string[]) =>
      jsonapiGenHere(['policies', '--schema', 'a.yaml', '--schema', 'b.yaml', ...options], folder)
    const table = (type: string) => `${type}
  public: intentionally without a policy

  action   who                  which records  as written
  index    everybody            all
  show     everybody            all
  create   everybody may write                 any
  update   everybody            all            any
  destroy  everybody may write  all
`
    expect(await ask()).toEqual({
      code: 0,
      stdout: `a.yaml\n\n${table('tags')}\nb.yaml\n\n${table('notes')}`,
      stderr: '',
    })
    expect((await ask('--format', 'markdown')).stdout.match(/^#.*$/gm)).toEqual([
      '# a.yaml',
      '## tags',
      '# b.yaml',
      '## notes',
    ])
    const { schemas } = JSON.parse((await ask('--format', 'json')).stdout) as Printed
    expect(schemas.map(({ schema: name, resources: [only] }) => [name, only?.type, only?.policy])).toEqual([
      ['a.yaml', 'tags', 'public'],
      ['b.yaml', 'notes', 'public'],
    ])
  })

  test('`policies --resource` limits the output to one resource, and lists the existing resources if the name is unknown', async () => {
    const whole = (await jsonapiGenHere(['policies'], FOLDER)).stdout
    const { code, stdout } = await jsonapiGenHere(['policies', '--resource', 'currencies'], FOLDER)
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: 'currencies' })
    expect(whole).toContain(stdout)
    expect(stdout.match(/^\w.*$/gm)).toEqual(['currencies'])
    const unknown = await jsonapiGenHere(['policies', '--resource', 'currencys'], FOLDER)
    expect({ ...unknown, stderr: unknown.stderr.split('\n').at(-2) }).toEqual({
      code: 2,
      stdout: '',
      stderr: '--resource: the schema has no resource "currencys". Did you mean "currencies"?',
    })
  })

  test('`policies` prints "everybody may write" for an intentionally public write, and for a write that is possible only in nested writes (14.18)', async () => {
    const folder = await folderWith({
      'schema.yaml': `resources:
  orders:
    public: true
    attributes: { customer: string }
    actions: { index: isStaff, show: isStaff, create: true, update: isStaff, destroy: true }
    scopes: { destroy: own }
    sideloads:
      lines: { kind: hasMany, resource: lines, foreignKey: orderId }
  lines:
    public: true
    attributes: { quantity: integer }
    actions: { destroy: false }
  rates:
    attributes: { code: string }
    actions: [index]
    scopes: { read: current }
`,
    })
    const { code, stdout, stderr } = await jsonapiGenHere(['policies', '--strict'], folder)
    const cells = stdout.match(/^(?:\w+|  (?:public|create|update|destroy) ?.*)$/gm)
    expect({ code, stderr, cells: cells?.map((each) => each.trim().replaceAll(/ {2,}/g, ' | ')) }).toEqual({
      code: 0,
      stderr: '',
      cells: [
        'lines',
        'public: intentionally without a policy',
        'create | no URL; elsewhere everybody may write | any',
        'update | no URL; elsewhere everybody may write | all | any',
        'destroy | nobody',
        'orders',
        'public: intentionally open to everybody',
        'create | everybody may write | any',
        'update | isStaff | all | any',
        'destroy | everybody | own',
        'rates',
        'create | no URL; elsewhere everybody | current',
        'update | no URL; elsewhere everybody | current | current',
        'destroy | no URL; elsewhere everybody | current',
      ],
    })
  })

  test('`policies` does not print "everybody may write" if nothing can be written (14.18)', async () => {
    const folder = await folderWith({
      'schema.yaml': `resources:
  marks:
    attributes: { code: { type: string, writable: false } }
    actions: { index: true, show: true, create: false, update: true, destroy: false }
  seats:
    attributes: { row: { type: integer, writable: isStaff } }
    actions: { index: true, show: true, create: true, update: true, destroy: false }
`,
    })
    const { stdout, stderr } = await jsonapiGenHere(['policies', '--format', 'json'], folder)
    const [printed] = (JSON.parse(stdout) as Printed).schemas
    expect(stderr.match(/(?<=(?:error|warning|note) )JG\d+/g)).toEqual(['JG716'])
    expect(
      printed?.resources.map(({ type, actions }) => [
        type,
        actions.flatMap(({ action, everybodyWrites }) => (everybodyWrites ? [action] : [])),
      ]),
    ).toEqual([
      ['marks', []],
      ['seats', []],
    ])
  })

  test('`policies` shows that a link through a join model creates and destroys records, but never updates them (14.18)', async () => {
    const folder = await folderWith({
      'schema.yaml': `prisma: { schema: data.prisma }
resources:
  people:
    public: true
    attributes: [name]
    sideloads: { clubs: { kind: hasAndBelongsToMany, resource: clubs } }
  clubs:
    attributes: [name]
    actions: { index: true, show: true, create: isStaff, update: false, destroy: false }
  members:
    attributes: [role]
    scopes: { read: own }
    actions: [index]
`,
      'data.prisma': await readFile(
        at('test/fixtures/generator/warned/JG711-joins-under-several-policies/data.prisma'),
        'utf8',
      ),
    })
    const { stderr } = await jsonapiGenHere(['validate'], folder)
    expect(stderr.match(/(?<=(?:error|warning|note) )JG71[45].*/g)).toEqual([
      'JG715 Anyone may create and destroy "members", through nested writes: omitting an action removes only its URL',
    ])
  })

  test('the policies command has the same exit codes as every other command: 2 for an invalid schema or invocation (20.12)', async () => {
    const strict = await jsonapiGenHere(['policies', '--strict'], FOLDER)
    expect([strict.code, strict.stdout, strict.stderr.match(/(?<=(?:error|warning|note) )JG\d+/g)]).toEqual([
      2,
      '',
      ['JG710', 'JG715'],
    ])
    const asJson = await jsonapiGenHere(['policies', '--strict', '--format', 'json'], FOLDER)
    const { diagnostics } = JSON.parse(asJson.stdout) as { diagnostics: readonly { code: string }[] }
    expect([asJson.code, asJson.stderr, diagnostics.map(({ code }) => code)]).toEqual([
      2,
      '',
      ['JG710', 'JG715'],
    ])
    expect((await jsonapiGenHere(['policies', '--format', 'yaml'], FOLDER)).code).toBe(2)
    expect((await jsonapiGenHere(['policies', '--schema', 'none.yaml'], FOLDER)).code).toBe(2)
  })

  test('the output of `policies` depends only on the contract (22.5)', async () => {
    const loaded = await loadSchema(join(FOLDER, 'schema.yaml'), 'schema.yaml')
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
    const { schemas } = JSON.parse(await readFile(join(FOLDER, 'policies.json'), 'utf8')) as Printed
    expect([{ schema: 'schema.yaml', ...policyTable(contractOf(loaded.schema)) }]).toEqual(schemas)
  })
})
