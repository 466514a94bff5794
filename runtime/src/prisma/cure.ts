import { type Datamodel, modelOf } from '../datamodel/datamodel.js'
import { memberOf } from '../base/cast.js'
import { curesWith } from '../sql/refusals/cures.js'

const cureOf = curesWith({
  described: ' of the Prisma schema',
  migration: ': a new folder in prisma/migrations with the SQL in migration.sql',
  command: '`npx prisma@7 migrate deploy`',
})

/** The cure for errors of Prisma that are typical of the first start of a server (rule 14.7). */
export function cureOfPrisma(error: unknown, datamodel: Datamodel): string | undefined {
  const texts = [...textsOf(error)]
  if (texts.includes('P2022') && isOfOtherTable(error, datamodel)) return OTHER_TABLE
  return cureOf(texts)
}

const OTHER_TABLE =
  'If the database has this column, no migration is missing: with `relationMode = "prisma"`, Prisma refers to a table that is not in its query if several relations share a column. Give each relation its own columns, or use `relationMode = "foreignKeys"`.'

/** Whether Prisma, which emulates foreign keys, lacks a column of a table that is not the operation's. */
function isOfOtherTable(error: unknown, datamodel: Datamodel): boolean {
  const meta = Object(prismaMeta(error))
  const column = String(
    memberOf(Object(memberOf(Object(memberOf(meta, 'driverAdapterError')), 'cause')), 'column'),
  )
  const { table } = modelOf(datamodel, String(memberOf(meta, 'modelName')))
  return datamodel.emulatesKeys && column.includes('.') && column.split('.')[0] !== table.name
}

/** The `meta` of a Prisma error: its own, or that of its cause. */
function prismaMeta(error: unknown, depth = 0): unknown {
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return undefined
  return memberOf(error, 'meta') ?? prismaMeta(memberOf(error, 'cause'), depth + 1)
}

/** How many causes are followed: our error, Prisma's, the driver adapter's, and the cause that the driver gives. */
const DEEPEST = 6

/** The codes and messages of an error and of its causes. */
function* textsOf(error: unknown, depth = 0): Generator<string> {
  if (typeof error === 'string') yield error
  if (typeof error !== 'object' || error === null || depth > DEEPEST) return
  for (const name of ['code', 'message']) {
    const text = memberOf(error, name)
    if (typeof text === 'string') yield text
  }
  yield* textsOf(memberOf(Object(memberOf(error, 'meta')), 'driverAdapterError'), depth + 1)
  yield* textsOf(memberOf(error, 'cause'), depth + 1)
}
