import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ControllerClass, Registry } from '@jsonapi-gen/runtime'
import { expectContract } from '@jsonapi-gen/runtime/testing'
import type { Contract } from 'jsonapi-gen'
import { expect, onTestFinished, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'

test('contract/generated (25.2): generated resources match their contract, with keys of every kind', async () => {
  // Within the repository, so that its modules find the packages.
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/contract-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'schema.prisma'), DATAMODEL)
  await writeFile(join(folder, 'schema.yaml'), SCHEMA)
  await mkdir(join(folder, 'src'))
  await writeFile(join(folder, 'src/db.ts'), DB)
  expect(await jsonapiGenHere(['generate', '--strict'], folder)).toMatchObject({ code: 0 })
  const generated = join(folder, 'src/api/generated')
  const { registry } = (await import(join(generated, 'index.gen.ts'))) as { registry: Registry }
  const { controllers } = (await import(join(generated, 'routes.gen.ts'))) as {
    controllers: Readonly<Record<string, ControllerClass>>
  }
  const contract = JSON.parse(await readFile(join(generated, 'contract.gen.json'), 'utf8')) as Contract
  expectContract({ registry, controllers }, contract)
  // Ids have only one spelling. Filters on other unique columns, and on keys that are neither strings nor
  // numbers, compare values instead of ids.
  const filters = Object.entries(contract.resources).flatMap(([type, resource]) =>
    Object.entries(resource.filters).map(([name, { ids }]) => [`${type}.${name}`, ids === true] as const),
  )
  expect(filters.flatMap(([name, ids]) => (ids ? [name] : []))).toEqual([
    'badges.id',
    'lessons.id',
    'prices.id',
    'stamps.id',
    'stamps.trainerId',
    'trainers.id',
    'visits.id',
    'visits.trainerId',
  ])
  // PostgreSQL searches for the end of such a string after the padding spaces.
  expect(contract.resources['badges']?.filters['label']?.operators).toEqual([
    'eq',
    'not_eq',
    'prefix',
    'not_prefix',
    'contains',
    'not_contains',
  ])
})

/** No connection is opened: only declarations are compared. */
const DB = `import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
export const pool = new pg.Pool()
export const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }) })
`

const DATAMODEL = `datasource db {
  provider = "postgresql"
}

model Badge {
  serial Bytes  @id
  label  String @db.Char(4)
}

model Price {
  amount Decimal @id
  note   String?
}

model Trainer {
  id      Int      @id @default(autoincrement())
  code    String?  @unique
  lessons Lesson[]
  visits  Visit[]
}

model Lesson {
  id          Int      @id @default(autoincrement())
  trainerCode String?
  trainer     Trainer? @relation(fields: [trainerCode], references: [code])
}

model Visit {
  trainerId Int
  day       DateTime
  minutes   Int
  trainer   Trainer  @relation(fields: [trainerId], references: [id])
  stamps    Stamp[]

  @@id([trainerId, day])
}

model Stamp {
  id        Int       @id @default(autoincrement())
  trainerId Int?
  day       DateTime?
  visit     Visit?    @relation(fields: [trainerId, day], references: [trainerId, day])
}
`

const SCHEMA = `generate: { output: src/api, adapter: kysely }
prisma: { schema: schema.prisma }
defaults: { unindexed: true }
resources:
  badges:
    public: true
    attributes: [serial, label]
    filters: [id, serial, label]
  prices:
    public: true
    attributes: [amount, note]
    filters: [id, amount, note]
  trainers:
    public: true
    attributes: [code]
    filters: [id, code, lessons.trainerCode]
    sideloads: [lessons, visits]
  lessons:
    public: true
    attributes: [trainerCode]
    filters: [id, trainerCode, trainer.code]
    sideloads: [trainer]
  visits:
    public: true
    attributes: [day, minutes]
    filters: [id, day, minutes, trainerId]
    sideloads: [trainer, stamps]
  stamps:
    public: true
    filters: [id, trainerId, day]
    sideloads: [visit]
`
