import { isSoak } from '../support/sample.js'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { copyOf } from './support/example.js'
import { faultHere } from './support/here.js'
import { prove } from './support/run.js'

interface Fault {
  readonly name: string
  /** Texts to replace in prove.ts. */
  readonly edits: readonly (readonly [from: string, to: string])[]
  readonly file?: string
  readonly says: RegExp
}

const FAULTS: readonly Fault[] = [
  {
    name: 'no viewers',
    edits: [['viewers: {', 'viewers: {}, others: {']],
    says: /^prove\.ts has no viewers\. Add at least one: viewers: \{ guest: \{ user: undefined \} \}\.$/m,
  },
  {
    name: 'no default export',
    edits: [['export default', 'export const proof =']],
    says: /^prove\.ts must export its proof by default/,
  },
  {
    name: 'a client of another database',
    edits: [
      [
        'open: () => ({ api, registry, controllers, client: prisma,',
        "open: () => ({ api, registry, controllers, client: createClient('file:other.db'),",
      ],
      ['import { prisma }', "import { createClient } from './src/client.js';\nimport { prisma }"],
    ],
    says: /^The API's client uses .*other\.db instead of the database that was created for this run\. .* Nothing was written\.$/m,
  },
  {
    name: 'an API of another database than the client',
    file: 'src/api/application.resource.ts',
    edits: [
      [
        "import { prisma } from '../prisma.js';",
        "import { createClient } from '../client.js';\nconst prisma = createClient('file:other.db');",
      ],
    ],
    says: /^The API's client uses .*other\.db instead of the database that was created for this run\. .* Nothing was written\.$/m,
  },
  {
    name: 'a database that is not empty',
    edits: [
      [
        'open: () => ({',
        'open: async () => ({ mine: await prisma.$executeRawUnsafe(\'CREATE TABLE "Mine" (id INTEGER)\'),',
      ],
    ],
    says: /^The database is not empty: it has the table Mine\. .* Nothing was written\.$/m,
  },
  {
    name: 'viewers without headers, beside localsOf',
    edits: [["tables: 'prisma", "localsOf: () => of(1, 'guest'),\n  tables: 'prisma"]],
    says: /^prove\.ts: with localsOf, the viewer guest must have headers: guest: \{ headers: /m,
  },
  {
    name: 'no tables folder',
    edits: [["'prisma/migrations'", "'prisma/nothing'"]],
    says: /^prove\.ts: tables: 'prisma\/nothing' contains no \.sql file\.$/m,
  },
  {
    name: 'an open() that throws',
    edits: [['open: () => ({', "open: () => { throw new Error('no licence') }, other: () => ({"]],
    says: /^prove\.ts: open\(\) throws: no licence$/m,
  },
  {
    name: 'an open() without the controllers',
    edits: [['registry, controllers, client', 'registry, client']],
    says: /^prove\.ts: open\(\) must also return controllers:/,
  },
  {
    name: 'sees for a model that does not exist',
    edits: [['secrets: {', 'sees: { Projects: () => false },\n  secrets: {']],
    says: /^prove\.ts: sees refers to the model Projects, which does not exist\. The models are .*Organisation, /m,
  },
  {
    name: 'secrets of a column that does not exist',
    edits: [["'passwordHash'", "'password'"]],
    says: /^prove\.ts: secrets refers to the column password, which User does not have\. Its columns are id, email, /m,
  },
  {
    name: 'a tenant that no model has',
    edits: [["tenant: 'organisationId'", "tenant: 'tenantId'"]],
    says: /^prove\.ts: tenant refers to the column tenantId, which no model has\.$/m,
  },
]

/** Faults whose message contains a line of the stack, or that require the application to be loaded again. */
const OF_THE_COMMAND: readonly Fault[] = [
  {
    name: 'a schema without facts',
    file: 'src/api/generated/facts.gen.ts',
    edits: [['  models: {', '  models: {},\n  others: {']],
    says: /^prove\.ts cannot be loaded: .* the facts about the store are missing\. Run npx jsonapi-gen generate, which writes them\..*\n {4}at .*src\/api\/routes\/index\.ts:\d+/,
  },
  {
    name: 'a client that is kept in globalThis',
    file: 'src/prisma.ts',
    edits: [['PrismaClient = createClient(', 'PrismaClient = globalThis.kept ??= createClient(']],
    says: /^The API's client uses .*1\.db instead of the database that was created for this run\. .*: a client in globalThis is opened only once\. Nothing was written\.$/m,
  },
  {
    name: 'an asynchronous sees, whose promise would mean true',
    edits: [['secrets: {', 'sees: { Project: async () => false },\n  secrets: {']],
    says: /^prove\.ts: sees\.Project must return true or false\. For \{.*\}, it returns a promise\.$/m,
  },
  {
    name: 'sees that throws',
    edits: [['secrets: {', 'sees: { Project: (row) => row.owner.id === 1 },\n  secrets: {']],
    says: /^prove\.ts: sees\.Project throws for \{.*\}: Cannot read properties of undefined \(reading 'id'\)$/m,
  },
  {
    name: 'a scope that throws',
    file: 'src/api/project.resource.ts',
    edits: [
      [
        'export class ProjectResource extends ProjectResourceBase {',
        "export class ProjectResource extends ProjectResourceBase {\n  override baseScope() {\n    throw new Error('no scope');\n  }\n",
      ],
    ],
    says: /^GET \/\w+ as guest returned 500\. A scope, a guard or a filter throws for these locals: fix that code, or change the viewer in prove\.ts\./,
  },
]

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

describe('prove/faults: a mistake is reported with its fix, and the exit code is 2', () => {
  let example: Awaited<ReturnType<typeof copyOf>>
  beforeAll(async () => {
    example = await copyOf('saas')
  })
  afterAll(() => example.remove())

  const edit = async (folder: string, { edits, file = 'prove.ts' }: Fault): Promise<() => Promise<void>> => {
    const path = join(folder, file)
    const before = await readFile(path, 'utf8')
    const edited = edits.reduce((text, [from, to]) => text.replace(from, () => to), before)
    expect(edited).not.toBe(before)
    await writeFile(path, edited.replaceAll('file:other.db', `file:${join(folder, 'other.db')}`))
    return () => writeFile(path, before)
  }

  test.each(FAULTS)('a fault in prove.ts or the API is reported: $name', async (fault) => {
    const { folder, remove } = await copyOf('saas')
    onTestFinished(remove)
    await edit(folder, fault)
    expect(await faultHere(folder)).toMatch(fault.says)
    // Drivers create the database file if it does not exist.
    expect(await sizeOf(join(folder, 'other.db'))).toBe(0)
  })

  test.each([...(isSoak ? FAULTS : FAULTS.slice(0, 1)), ...OF_THE_COMMAND])(
    'the command prints a fault, and exits with 2: $name',
    async (fault) => {
      const undo = await edit(example.folder, fault)
      const { code, stdout, stderr } = await prove(example.folder, '--seconds', '1')
      await undo()
      expect(stderr).toMatch(fault.says)
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    },
  )

  test('`prove` reports an unknown viewer or resource', async () => {
    const viewer = await prove(example.folder, '--seconds', '1', '--viewer', 'nobody')
    expect(viewer).toMatchObject({
      code: 2,
      stderr:
        '--viewer nobody: prove.ts has no such viewer. It has guest, member, accountant, owner, stranger.\n',
    })
    const resource = await prove(example.folder, '--seconds', '1', '--resource', 'posts')
    expect(resource.stderr).toMatch(
      /^--resource posts: the API has no such resource\. It has comments, invoices, /,
    )
  })

  test('`prove` reports a list of accepted findings without reasons', async () => {
    const path = join(example.folder, 'prove.accepted.json')
    await writeFile(path, '[{ "finding": "GET /projects" }]')
    const { code, stderr } = await prove(example.folder, '--seconds', '1')
    await writeFile(path, '[]')
    expect(code).toBe(2)
    expect(stderr).toMatch(/^prove\.accepted\.json must be a list: /)
  })

  test('`prove` reports a folder without prove.ts', async () => {
    const { code, stderr } = await prove(example.folder, '--file', 'proof.ts')
    expect(code).toBe(2)
    expect(stderr).toMatch(/^proof\.ts does not exist\./)
  })
})
