import { KyselyAdapter } from '@jsonapi-gen/kysely'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { declareFacts } from '../../runtime/src/facts/declared-facts.js'
import { factsOfDatamodel } from '../support/facts.js'
import { adapterResource } from '../support/people.js'
import { kyselyOf, poolOf } from './support/kysely-of.js'

const DATAMODEL = `datasource db {
  provider = "sqlite"
}

model Key {
  id      String   @id @default(cuid())
  cuid2   String   @default(cuid(2))
  uuid4   String   @default(uuid())
  uuid7   String   @default(uuid(7))
  nano    String   @default(nanoid())
  short   String   @default(nanoid(8))
  ulid    String   @default(ulid())
  made    DateTime @default(now())
  changed DateTime @updatedAt
  state   String   @default("new")
  count   Int      @default(3)
  note    String?
}
`

const FORMS: Readonly<Record<string, RegExp>> = {
  id: /^c[\da-z]{24}$/,
  cuid2: /^[a-z][\da-z]{23}$/,
  uuid4: /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  uuid7: /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
  nano: /^[\w-]{21}$/,
  short: /^[\w-]{8}$/,
  ulid: /^[\dA-HJKMNP-TV-Z]{26}$/,
}

const keys = adapterResource('keys', 'Key')
const db = kyselyOf({ name: 'sqlite', url: ':memory:' })
const adapter = new KyselyAdapter(db, poolOf(db))

beforeAll(async () => {
  declareFacts(adapter, await factsOfDatamodel(DATAMODEL))
  const columns = ['cuid2', 'uuid4', 'uuid7', 'nano', 'short', 'ulid', 'made', 'changed', 'state']
  const texts = sql.join(columns.map((name) => sql`${sql.id(name)} text not null`))
  await sql`create table "Key" (id text primary key, ${texts}, count integer not null, note text)`.execute(db)
})
afterAll(() => db.destroy())

const written = async (rows: readonly object[]): Promise<readonly Readonly<Record<string, unknown>>[]> => {
  const [result] = await adapter.write([
    { kind: 'insert', resource: keys, rows: rows.map((row) => ({ ...row })) },
  ])
  return (result?.kind === 'records' ? result.records : []) as readonly Readonly<Record<string, unknown>>[]
}

test('kysely/generated (23.13): values that Prisma generates have the same format, and differ between records', async () => {
  const records = [...(await written([{}])), ...(await written([{ state: 'a' }, { state: 'b', note: 'x' }]))]
  expect(records.map(({ state, count, note }) => [state, count, note])).toEqual([
    ['new', 3, null],
    ['a', 3, null],
    ['b', 3, 'x'],
  ])
  for (const [name, form] of Object.entries(FORMS)) {
    const values = records.map((record) => String(record[name]))
    expect({ name, unlike: values.filter((value) => !form.test(value)) }).toEqual({ name, unlike: [] })
    expect(new Set(values).size).toBe(records.length)
  }
  expect(records.every(({ made }) => made instanceof Date)).toBe(true)
})

test('kysely/generated (23.13): an update sets only columns with @updatedAt', async () => {
  const [before] = await written([{ changed: new Date('2020-01-01T00:00:00Z') }])
  const step = {
    kind: 'update',
    resource: keys,
    keys: [[before?.['id']]],
    values: { note: 'later' },
  } as const
  const [result] = await adapter.write([step])
  const [after] = result?.kind === 'records' ? result.records : []
  const { changed, ...others } = Object(after) as Readonly<Record<string, unknown>>
  expect(changed).not.toEqual(before?.['changed'])
  expect({ ...others, note: null }).toEqual({ ...before, changed: undefined, note: null })
})
