import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resource, type ResourceClass, type StoreFacts } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { type Contract, contractOf, loadSchema, openApiOf } from 'jsonapi-gen'
import { beforeAll, describe, expect, test } from 'vitest'
import { madeOnce } from '../../runtime/src/base/made-once.js'
import { datamodelOf } from '../../runtime/src/datamodel/datamodel.js'
import { refuseUnfit } from '../../runtime/src/sql/refusals/refuse-unfit.js'
import { chance } from '../support/chance.js'
import { factsOfDatamodel } from '../support/facts.js'
import { serveWrites } from '../write/support/serve.js'
import { shortErrors } from '../write/support/documents.js'

const SIZES = [undefined, [6, 2], [4, 0], [3, 3], [10, 1]] as const

const DATAMODEL = `datasource db {
  provider = "postgresql"
}

model Item {
  code String @id @db.VarChar(6)
${SIZES.map((sizes, at) => `  d${at} Decimal? ${sizes ? `@db.Decimal(${sizes.join(', ')})` : ''}`).join('\n')}
}

model Shelf {
  code String @id @db.Char(4)
  name String
}

model Vault {
  id     Int    @id @default(autoincrement())
  name   String
  secret String
}

model User {
  id       Int       @id @default(autoincrement())
  name     String
  passport Passport?
  badge    Badge?
}

model Passport {
  id     Int  @id @default(autoincrement())
  userId Int  @unique
  user   User @relation(fields: [userId], references: [id])
}

model Badge {
  id     Int   @id @default(autoincrement())
  userId Int?  @unique
  user   User? @relation(fields: [userId], references: [id])
}
`

const SCHEMA = `prisma: { schema: data.prisma }
resources:
  items: { public: true, attributes: all }
  shelves: { public: true, attributes: all }
  vaults: { public: true, attributes: { name: } }
  users: { public: true, attributes: all, sideloads: [passport, badge] }
  passports: { public: true, attributes: all, actions: [index, show] }
  badges: { public: true, attributes: all, actions: [index, show] }
`

/** The parts of a document that the tests read. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: unknown
}

describe('openapi/bounds (25.3): the document and the server apply the same column bounds', () => {
  let contract: Contract
  let facts: StoreFacts
  let document: Document
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-bounds-'))
    await writeFile(join(folder, 'data.prisma'), DATAMODEL)
    await writeFile(join(folder, 'schema.yaml'), SCHEMA)
    const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
    await rm(folder, { recursive: true })
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
    contract = contractOf(loaded.schema)
    facts = await factsOfDatamodel(DATAMODEL)
    document = openApiOf(contract) as unknown as Document
  })
  const validators = new Map<string, (body: unknown) => boolean>()

  /** Whether the document accepts a body. */
  const takes = (path: string, method: string, body: unknown): boolean =>
    madeOnce(validators, `${method} ${path}`, () => {
      const operation = document.paths[path]?.[method] as { requestBody?: { $ref?: string } } | undefined
      const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')
      const at = operation?.requestBody?.$ref?.slice(1) ?? `/paths/${escaped(path)}/${method}/requestBody`
      const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'api')
      const validate = ajv.compile({
        $ref: `api#${at}/content/${escaped('application/vnd.api+json')}/schema`,
      })
      return (given) => validate(given) === true
    })(body)

  test('the OpenAPI document permits as many digits in decimals as the server stores', () => {
    const datamodel = datamodelOf([facts])
    const digits = (max: number) => fc.stringMatching(new RegExp(`^\\d{1,${max}}$`))
    const decimals = fc
      .tuple(fc.constantFrom('', '-'), digits(12), fc.option(digits(33)))
      .map(([sign, whole, places]) => `${sign}${whole}${places === null ? '' : `.${places}`}`)
    const isKept = (column: string, value: string): boolean => {
      try {
        refuseUnfit(datamodel, { [column]: value }, { model: 'Item' })
        return true
      } catch {
        return false
      }
    }
    fc.assert(
      fc.property(fc.nat(SIZES.length - 1), decimals, (at, value) => {
        const attributes = { [`d${at}`]: value }
        const body = { data: { type: 'items', id: 'a', attributes } }
        expect([at, value, takes('/items', 'post', body)]).toEqual([at, value, isKept(`d${at}`, value)])
      }),
      chance(500),
    )
  })

  test('the OpenAPI document limits a client id to the length of its column, which the server checks at /data/id', async () => {
    const { items, shelves } = contract.resources
    expect([items?.id, shelves?.id]).toEqual([
      { type: 'string', clientIds: 'required', maxLength: 6 },
      { type: 'string', clientIds: 'required', minLength: 4, maxLength: 4 },
    ])
    const created: object[] = []
    const resourceOf = (type: string, of: object): ResourceClass =>
      class extends Resource {
        static {
          this.type(type)
          this.model(type)
          this.id('string', of)
          this.useAdapter(new NullAdapter())
          this.attribute('name', 'string?')
          this.allowFilter('id', {}, (scope) => scope)
        }
        override async create(values: object): Promise<never> {
          created.push(values)
          return values as never
        }
        override baseScope(): never {
          return [] as never
        }
        override async resolve(): Promise<never> {
          return created.slice(-1) as never
        }
      }
    const api = serveWrites({
      items: resourceOf('items', items?.id ?? {}),
      shelves: resourceOf('shelves', shelves?.id ?? {}),
    })
    for (const type of ['items', 'shelves'] as const) {
      for (const id of ['a', 'abc', 'abcd', 'abcdef', 'abcdefg', '漢字漢字']) {
        const attributes = type === 'items' ? {} : { name: 'n' }
        const body = { data: { type, id, attributes } }
        const answer = await api.send('POST', `/${type}`, body)
        const isRefused = shortErrors(answer).some((each) => each.startsWith('422 /data/id id is '))
        expect([type, id, isRefused]).toEqual([type, id, !takes(`/${type}`, 'post', body)])
      }
    }
  })

  test('null is accepted from the other side of a one-to-one relationship only if the key may be null', () => {
    const body = (name: string) => ({
      data: { type: 'users', id: '1', relationships: { [name]: { data: null } } },
    })
    expect(takes('/users/{id}', 'patch', body('passport'))).toBe(false)
    expect(takes('/users/{id}', 'patch', body('badge'))).toBe(true)
  })

  test('the OpenAPI document does not offer to create a record if its requirements cannot be met (JG701)', () => {
    expect(Object.keys(document.paths['/vaults'] ?? {})).toEqual(['get'])
    expect(Object.keys(document.paths['/users'] ?? {})).toEqual(['get', 'post'])
  })
})
