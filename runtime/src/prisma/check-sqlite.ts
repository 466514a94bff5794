import type { Datamodel } from '../datamodel/datamodel.js'
import { memberOf } from '../base/cast.js'
import { queryRaw } from './client.js'
import { rootState } from '../sql/root-state.js'
import { LIKE_ESCAPE } from './driver/like-escape.js'

const CURE =
  "Wrap its driver adapter in literalLike from @jsonapi-gen/runtime/prisma: new PrismaClient({ adapter: literalLike(new PrismaLibSql({ url, intMode: 'bigint' })) })"

/** Prisma's form of LIKE. It is true only with the escape character that `literalLike` adds. */
const LITERAL = `SELECT 'a' LIKE (? || '%') AS "isLiteral"`

/**
 * An integer that is not a safe number in JavaScript: libSQL's driver fails on it unless its option `intMode` says how
 * to read it.
 */
const INTEGER = '9007199254740993'

/**
 * Checks once whether the driver adapter of an SQLite client is wrapped, and whether it can read the integers of the
 * datamodel.
 *
 * Rejects with an Error that says what to write.
 *
 * @param root the client
 * @param client the client to use now; inside a transaction, the transaction's own client
 */
export async function checkSqlite(root: object, client: object, datamodel: Datamodel): Promise<void> {
  const state = rootState(root)
  if (state.isDriverChecked) return
  const readsIntegers = hasBigInts(datamodel)
  const sql = readsIntegers ? `${LITERAL}, ${INTEGER} AS "integer"` : LITERAL
  const [row = {}] = await queryRaw(client, sql, `${LIKE_ESCAPE}a`).catch((error: unknown) => {
    if (/safely represented/.test(String(memberOf(Object(error), 'message')))) throw integersAreLost()
    throw error
  })
  if (Number(memberOf(row, 'isLiteral')) !== 1) {
    throw new Error(
      `This client treats % and _ in search text as wildcards, and reopens the SQLite file for every transaction. ${CURE}`,
    )
  }
  if (readsIntegers && String(memberOf(row, 'integer')) !== INTEGER) throw integersAreLost()
  state.isDriverChecked = true
}

const integersAreLost = (): Error =>
  new Error(`The datamodel has a BigInt, but this client does not read integers beyond 2^53. ${CURE}`)

const hasBigInts = ({ models }: Datamodel): boolean =>
  [...models.values()].some(({ columns }) => [...columns.values()].some(({ type }) => type.kind === 'bigint'))
