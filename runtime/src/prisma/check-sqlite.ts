import type { Datamodel } from '../adapter/datamodel.js'
import { callWith, castTo, memberOf } from '../base/cast.js'
import { LIKE_ESCAPE } from './like-escape.js'

const CURE =
  "Open it with literalLike of @jsonapi-gen/runtime/prisma: new PrismaClient({ adapter: literalLike(new PrismaLibSql({ url, intMode: 'bigint' })) })"

/** What a LIKE of Prisma's finds only by the escape character that `literalLike` gives it. */
const LITERAL = `SELECT 'a' LIKE (? || '%') AS "isLiteral"`

/** An integer that no number of JavaScript is: libSQL's driver fails on it unless it is told how to read one. */
const INTEGER = '9007199254740993'

/** The clients that have answered well. */
const checked = new WeakSet()

/**
 * Asks a client for SQLite once whether its driver adapter is wrapped, and whether it reads the integers that the datamodel has.
 *
 * Rejects with an Error that says what to type.
 *
 * @param root the client
 * @param client the one to use now, which is a transaction's own inside of one
 */
export async function checkSqlite(root: object, client: object, datamodel: Datamodel): Promise<void> {
  if (checked.has(root)) return
  const readsIntegers = hasBigInts(datamodel)
  const sql = readsIntegers ? `${LITERAL}, ${INTEGER} AS "integer"` : LITERAL
  const [row = {}] = await query(client, sql, `${LIKE_ESCAPE}a`).catch((error: unknown) => {
    if (/safely represented/.test(String(memberOf(Object(error), 'message')))) throw integersAreLost()
    throw error
  })
  if (Number(memberOf(row, 'isLiteral')) !== 1) {
    throw new Error(
      `This client takes % and _ in a text that is searched for as wildcards, and opens the file of SQLite for each transaction. ${CURE}`,
    )
  }
  if (readsIntegers && String(memberOf(row, 'integer')) !== INTEGER) throw integersAreLost()
  checked.add(root)
}

const integersAreLost = (): Error =>
  new Error(`The datamodel has a BigInt, and this client does not read integers beyond 2^53. ${CURE}`)

const hasBigInts = ({ models }: Datamodel): boolean =>
  [...models.values()].some(({ columns }) => [...columns.values()].some(({ type }) => type.kind === 'bigint'))

const query = (client: object, sql: string, value: string): Promise<readonly object[]> =>
  castTo<Promise<readonly object[]>>(
    callWith(castTo<() => unknown>(memberOf(client, '$queryRawUnsafe')), client, [sql, value]),
  )
