import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Api } from '@jsonapi-gen/runtime'
import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { type Contract, loadSchema, openApiOf, type Schema } from 'jsonapi-gen'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTablesOf } from '../../examples/blog/src/database.js'
import { at } from '../../scripts/lib/paths.js'
import { generateClient } from '../../scripts/lib/prisma-client.js'
import { emptyFolder } from '../generator/support/folder.js'
import { dice, SEED } from '../support/dice.js'
import { factsOfDatamodel, noteFacts, prismaAdapter } from '../support/facts.js'
import { isSoak } from '../support/sample.js'
import { sqliteAdapter } from '../support/stores.js'
import { type RandomDatamodel, randomDatamodel } from './support/random-datamodel.js'
import { servedSchema } from './support/served-schema.js'

const DATAMODELS = isSoak ? 200 : 12

describe('contract/needed-relationships (25.1): relationships that a new record requires, in random datamodels', () => {
  test(`a POST request that the document permits succeeds, and a request that it rejects lacks a required relationship: ${DATAMODELS} from seed ${SEED}`, async () => {
    const random = dice(SEED)
    const drawn = Array.from({ length: DATAMODELS }, (_, number) => randomDatamodel(number, random))
    const { api, contract, prisma } = await served(drawn)
    const takes = validatorOf(contract)
    const wrong: object[] = []
    const seen = { sets: 0, sharedWithId: 0, created: 0, missing: 0, nullIsMissing: 0 }
    for (const { type, model, models, rows } of drawn) {
      const { actions, requiredAnyOf = [] } = contract.resources[type] ?? never(type)
      // The document omits creates that nobody can fill (JG701).
      if (actions.create.takes === false) continue
      seen.sets += requiredAnyOf.length
      seen.sharedWithId += requiredAnyOf.filter((names) => names.includes('id')).length
      for (const [name, data] of rows) await tableOf(prisma, name).create({ data })
      for (const given of choicesOf(type, contract)) {
        const body = bodyOf(type, given, contract)
        const told = await post(api, type, body)
        if (told === 'created') await tableOf(prisma, model).deleteMany()
        const expected = takes(type, body) ? 'created' : 'missing'
        const hasNull = Object.values(given).includes('null')
        if (told === 'created' || told === 'missing') seen[told]++
        if (told === 'missing' && hasNull) seen.nullIsMissing++
        // Two relationships that share a key may contradict each other, regardless of what is required.
        if (told !== expected && !(told === 'contradictory' && hasNull)) {
          wrong.push({ told, expected, given, model: models.slice(models.indexOf('model Main')) })
        }
      }
    }
    expect(wrong).toEqual([])
    // Every case was drawn, except the one that may not occur in so few datamodels.
    const undrawn = Object.entries(seen).flatMap(([name, times]) => (times === 0 ? [name] : []))
    expect(isSoak ? undrawn : undrawn.filter((name) => name !== 'sharedWithId')).toEqual([])
  }, 900_000)
})

const never = (type: string): never => {
  throw new Error(`There is no "${type}".`)
}

/** The part of a client that the test uses. */
interface Client extends PrismaClientLike {
  $disconnect(): Promise<void>
}

interface Table {
  create(options: { readonly data: object }): Promise<object>
  deleteMany(): Promise<object>
}

const tableOf = (prisma: Client, model: string): Table =>
  Reflect.get(prisma, model.charAt(0).toLowerCase() + model.slice(1)) as Table

const HEAD = `generator client {
  provider            = "prisma-client"
  output              = "client"
  runtime             = "nodejs"
  moduleFormat        = "esm"
  importFileExtension = "js"
}
datasource db {
  provider = "sqlite"
}
`

/** Serves all datamodels as one, so that only one client is generated. */
async function served(
  drawn: readonly RandomDatamodel[],
): Promise<{ readonly api: Api; readonly contract: Contract; readonly prisma: Client }> {
  const datamodel = HEAD + drawn.map(({ models }) => models).join('')
  const folder = await emptyFolder()
  const output = at('test/.generated/sqlite/needed-relationships')
  await generateClient({ datamodel, output })
  const url = `file:${join(folder, 'rows.db')}`
  await createTablesOf(datamodel, new PrismaLibSql({ url }))
  const { PrismaClient } = (await import(join(output, 'client.ts'))) as {
    readonly PrismaClient: new (options: object) => Client
  }
  const prisma = new PrismaClient({ adapter: sqliteAdapter(url) })
  onTestFinished(() => prisma.$disconnect())
  noteFacts(prisma, await factsOfDatamodel(datamodel))
  return { ...servedSchema(await schemaOf(datamodel, drawn, folder), prismaAdapter(prisma)), prisma }
}

async function schemaOf(
  datamodel: string,
  drawn: readonly RandomDatamodel[],
  folder: string,
): Promise<Schema> {
  const resources = Object.fromEntries(drawn.flatMap((each) => Object.entries(each.resources)))
  await writeFile(join(folder, 'schema.prisma'), datamodel)
  // JSON is also valid YAML.
  const path = join(folder, 'schema.yaml')
  await writeFile(
    path,
    JSON.stringify({ prisma: { schema: 'schema.prisma', client: '@prisma/client' }, resources }),
  )
  const loaded = await loadSchema(path, 'schema.yaml')
  if (loaded.ok) return loaded.schema
  throw new Error(loaded.diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'))
}

/** Returns a function that checks whether the document permits the body of a create. */
function validatorOf(contract: Contract): (type: string, body: object) => boolean {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false })
  ajv.addSchema({ ...openApiOf(contract), $id: 'api' })
  return (type, body) => ajv.validate({ $ref: `api#/components/schemas/${type}_create` }, body)
}

/** The value for a relationship, or for the id, in a body. */
type Given = 'left out' | 'given' | 'null'

/** Every combination of values in a body. */
function choicesOf(type: string, contract: Contract): readonly Readonly<Record<string, Given>>[] {
  const { relationships, id } = contract.resources[type] ?? never(type)
  const members = Object.entries(relationships)
    .filter(([, { write }]) => write !== false)
    .map(([name, { takesNull }]): [string, readonly Given[]] => [
      name,
      takesNull ? ['left out', 'given', 'null'] : ['left out', 'given'],
    ])
  if (id.clientIds !== 'forbidden' && !id.key) members.push(['id', ['left out', 'given']])
  return members.reduce<readonly Readonly<Record<string, Given>>[]>(
    (choices, [name, states]) =>
      choices.flatMap((choice) => states.map((state) => ({ ...choice, [name]: state }))),
    [{}],
  )
}

function bodyOf(type: string, given: Readonly<Record<string, Given>>, contract: Contract): object {
  const { relationships, attributes } = contract.resources[type] ?? never(type)
  const written = Object.entries(attributes).filter(([, { write }]) => write === true)
  const links = Object.entries(relationships).flatMap(
    ([
      name,
      {
        types: [target = ''],
      },
    ]) => {
      if (given[name] !== 'given' && given[name] !== 'null') return []
      const id = contract.resources[target]?.id.key ? '1~1' : '1'
      return [[name, { data: given[name] === 'null' ? null : { type: target, id } }] as const]
    },
  )
  return {
    data: {
      type,
      ...(given['id'] === 'given' && { id: '1' }),
      attributes: Object.fromEntries(
        written.map(([name, { type: kind }]) => [name, kind === 'string' ? 'x' : 1]),
      ),
      ...(links.length > 0 && { relationships: Object.fromEntries(links) }),
    },
  }
}

/** The result of a create, as a single word if it is one of the expected results. */
async function post(api: Api, type: string, body: object): Promise<string> {
  const media = 'application/vnd.api+json'
  const answer = await api.fetch(
    new Request(`http://api.test/${type}`, {
      method: 'POST',
      headers: { accept: media, 'content-type': media },
      body: JSON.stringify(body),
    }),
  )
  if (answer.status === 201) return 'created'
  const { errors } = (await answer.json()) as { readonly errors: readonly { readonly detail: string }[] }
  const details = errors.map(({ detail }) => detail)
  if (answer.status === 422 && details.every((detail) => detail.endsWith(' is required.'))) return 'missing'
  if (answer.status === 400 && details.every((detail) => / belongs to .* here\.$/.test(detail))) {
    return 'contradictory'
  }
  return `${answer.status} ${details.join('; ')}`
}
