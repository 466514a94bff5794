import type { Datamodel } from '../adapter/datamodel.js'
import { printWarning } from '../error/print-fault.js'
import { zoneCheckOf } from '../sql/session-zone.js'
import { queryRaw } from './client.js'

/** The clients that have been checked. */
const checked = new WeakSet()

/**
 * Warns once if the sessions of a client are not in UTC, and a column depends on it: Prisma drops the offset of a moment
 * that it reads, and writes moments without one.
 *
 * @param root the client
 * @param client the client to use now; inside of a transaction, the transaction's own client
 */
export async function checkZone(root: object, client: object, datamodel: Datamodel): Promise<void> {
  if (checked.has(root)) return
  const check = zoneCheckOf(datamodel)
  const [row = {}] = check ? await queryRaw(client, check.sql) : []
  const warning = check?.warningOf(row)
  if (warning !== undefined) printWarning(warning)
  checked.add(root)
}
