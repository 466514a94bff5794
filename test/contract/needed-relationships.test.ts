import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Api } from '@jsonapi-gen/runtime'
import type { PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { type Contract, loadSchema, openApiOf } from 'jsonapi-gen'
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

const DATAMODELS = isSoak ? 200 : 25

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

/** What a client of random models is used for. */
type Client = PrismaClientLike & {
  readonly $disconnect: () => Promise<void>
} & Readonly<
    Record<
      string,
      {
        create(of: { readonly data: object }): Promise<object>
        deleteMany(): Promise<{ readonly count: number }>
      }
    >
  >

/** What a body gives of a relationship, or of its id. */
type Given = 'left out' | 'given' | 'null'

describe('contract/needed-relationships (25.1): what a create has to give, of random datamodels', () => {
  test(`${DATAMODELS} of seed ${SEED}: what the document takes is created, and what it refuses is refused as missing`, async () => {
    const random = dice(SEED)
    const drawn = Array.from({ length: DATAMODELS }, (_, number) => randomDatamodel(number, random))
    const { api, contract, prisma } = await served(drawn)
    const document = openApiOf(contract)
    const ajv = new Ajv2020({ strict: false, ownProperties: true, validateSchema: false })
    ajv.addSchema({ ...document, $id: 'api' })
    const wrong: unknown[] = []
    const seen = { sets: 0, taken: 0, refused: 0, nulls: 0, ids: 0 }
    for (const { type, model, rows, models } of drawn) {
      for (const [name, data] of rows) await prisma[property(name)]?.create({ data })
      const { actions, requiredAnyOf } = contract.resources[type] ?? fail(type)
      // Of what no create can fill (JG701), the document says nothing.
      if (actions.create.takes === false) continue
      if (requiredAnyOf) seen.sets++
      const takes = ajv.compile({ $ref: `api#/components/schemas/${type}.create` })
      for (const given of choicesOf(type, contract)) {
        const body = bodyOf(type, given, contract)
        const isTaken = takes(body)
        const answer = await post(api, type, body)
        if (answer === 'created') await prisma[property(model)]?.deleteMany()
        if (isTaken ? answer !== 'created' : answer !== 'missing') {
          wrong.push({
            given,
            isTaken,
            answer,
            models: /model Main[\s\S]*?\}/.exec(models)?.[0],
            c: contract.resources[type]?.requiredAnyOf,
          })
        }
        seen[isTaken ? 'taken' : 'refused']++
        if (Object.values(given).includes('null')) seen.nulls++
        if (given['id'] === 'given') seen.ids++
      }
    }
    console.log(seen, wrong.length)
    expect(wrong.slice(0, 6)).toEqual([])
  }, 600_000)
})

const fail = (type: string): never => {
  throw new Error(type)
}
const property = (model: string): string => model[0]?.toLowerCase() + model.slice(1)

async function served(drawn: readonly RandomDatamodel[]) {
  const folder = await emptyFolder()
  const datamodel = HEAD + drawn.map(({ models }) => models).join('')
  await writeFile(join(folder, 'schema.prisma'), datamodel)
  const resources = Object.assign({}, ...drawn.map((each) => each.resources)) as object
  const text = JSON.stringify({ prisma: { schema: 'schema.prisma', client: './client' }, resources })
  await writeFile(join(folder, 'schema.yaml'), text)
  const loaded = await loadSchema(join(folder, 'schema.yaml'), 'schema.yaml')
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
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
  return { ...servedSchema(loaded.schema, prismaAdapter(prisma)), prisma }
}

function choicesOf(type: string, contract: Contract): readonly Readonly<Record<string, Given>>[] {
  const { relationships, id } = contract.resources[type] ?? fail(type)
  let all: readonly Readonly<Record<string, Given>>[] = [{}]
  const options: [string, readonly Given[]][] = Object.entries(relationships)
    .filter(([, { write }]) => write !== false)
    .map(([name, { takesNull }]) => [name, ['left out', 'given', ...(takesNull ? (['null'] as const) : [])]])
  if (id.clientIds !== 'forbidden' && !id.key) options.push(['id', ['left out', 'given']])
  for (const [name, states] of options) {
    all = all.flatMap((one) => states.map((state) => ({ ...one, [name]: state })))
  }
  return all
}

function bodyOf(type: string, given: Readonly<Record<string, Given>>, contract: Contract): object {
  const { relationships, attributes } = contract.resources[type] ?? fail(type)
  const written = Object.entries(attributes).filter(
    ([, { write, writeOn }]) => write === true && writeOn !== 'update',
  )
  const links = Object.entries(given).flatMap(([name, state]) => {
    const [target = ''] = relationships[name]?.types ?? []
    if (name === 'id' || state === 'left out') return []
    const id = contract.resources[target]?.id.key ? '1~1' : '1'
    return [[name, { data: state === 'null' ? null : { type: target, id } }]]
  })
  return {
    data: {
      type,
      ...(given['id'] === 'given' && { id: '1' }),
      attributes: Object.fromEntries(
        written.map(([name, { type: kind }]) => [name, kind === 'integer' ? 1 : 'x']),
      ),
      ...(links.length > 0 && { relationships: Object.fromEntries(links) }),
    },
  }
}

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
  const { errors = [] } = (await answer.json()) as {
    readonly errors?: readonly { readonly detail?: string }[]
  }
  const details = errors.map(({ detail = '' }) => detail)
  const isMissing =
    answer.status === 422 && details.some((detail) => /is required\.$|is missing/.test(detail))
  return isMissing ? 'missing' : `${answer.status} ${details.join('; ')}`
}
