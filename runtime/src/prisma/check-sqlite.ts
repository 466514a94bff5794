import type { Datamodel } from '../adapter/datamodel.js'
import { memberOf } from '../base/cast.js'
import { queryRaw } from './client.js'
import { LIKE_ESCAPE } from './like-escape.js'

const CURE =
  "Open it with literalLike of @jsonapi-gen/runtime/prisma: new PrismaClient({ adapter: literalLike(new PrismaLibSql({ url, intMode: 'bigint' })) })"

/** Prisma's form of LIKE. It is true only with the escape character that `literalLike` adds. */
const LITERAL = `SELECT 'a' LIKE (? || '%') AS "isLiteral"`

/**
 * An integer that is not a safe number in JavaScript: libSQL's driver fails on it unless its option `intMode` says how
 * to read it.
 */
const INTEGER = '9007199254740993'

/** The clients that have passed the check. */
const checked = new WeakSet()

/**
 * Checks once whether the driver adapter of an SQLite client is wrapped, and whether it can read the integers of the
 * datamodel.
 *
 * Rejects with an Error that says what to write.
 *
 * @param root the client
 * @param client the client to use now; inside of a transaction, the transaction's own client
 */
export async function checkSqlite(root: object, client: object, datamodel: Datamodel): Promise<void> {
  if (checked.has(root)) return
  const readsIntegers = hasBigInts(datamodel)
  const sql = readsIntegers ? `${LITERAL}, ${INTEGER} AS "integer"` : LITERAL
  const [row = {}] = await queryRaw(client, sql, `${LIKE_ESCAPE}a`).catch((error: unknown) => {
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
