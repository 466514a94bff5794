import { memberOf } from '../../base/cast.js'
import type { AdapterResource } from '../../adapter/adapter-resource.js'
import { columnValues, valuesOf } from '../../adapter/rows/column-values.js'
import type { KeyValues } from '../../value/key.js'
import type { Kind } from '../../vocabulary/values/type.js'
import { plainWhere } from '../scope/keys-where.js'
import type { PrismaDelegate } from '../client.js'
import { nextVersion, NoSuchVersion } from '../../sql/next-version.js'

/** The context of an update. */
export interface Updating {
  /** The kind of the version attribute. */
  readonly versionKind: Kind | undefined
  /** Prisma's `where` for the record with a key. */
  readonly unique: (key: KeyValues) => object
  /** Locks the record with a key, and returns its version; undefined if the store has no such lock. */
  readonly lockedVersion: (key: KeyValues) => Promise<unknown>
}

/**
 * Updates the record whose id is among the parameters. With optimistic locking, one statement compares the version that
 * was read and increments it; if none was read, it only increments. Prisma's `update` would be several statements on
 * stores that return nothing.
 *
 * Throws NoSuchVersion, or the errors of Prisma.
 */
export async function updateRecord(
  delegate: PrismaDelegate,
  parameters: Readonly<Record<string, unknown>>,
  { primaryKey, version }: AdapterResource,
  { versionKind, unique, lockedVersion }: Updating,
): Promise<object> {
  const key = valuesOf(parameters, primaryKey)
  const where = columnValues(primaryKey, key)
  const data = Object.fromEntries(Object.entries(parameters).filter(([name]) => !primaryKey.includes(name)))
  const read = version === undefined ? undefined : data[version]
  if (version === undefined) return delegate.update({ where: unique(key), data })
  if (read === undefined || read === null) {
    const isWritten = Object.keys(data).some((name) => name !== version)
    if (!isWritten) return delegate.update({ where: unique(key), data })
    const next =
      versionKind === 'datetime'
        ? momentAfter((await lockedVersion(key)) ?? (await versionIn(delegate, where, version)))
        : { increment: versionKind === 'bigint' ? 1n : 1 }
    return delegate.update({ where: unique(key), data: { ...data, [version]: next } })
  }
  const { count } = await delegate.updateMany({
    where: { ...where, [version]: read },
    data: { ...data, [version]: nextVersion(read) },
  })
  const [record] = count === 0 ? [] : await delegate.findMany({ where })
  if (!record) throw new NoSuchVersion()
  return record
}

/**
 * Sets the same values in the records with these keys, in one statement.
 *
 * Throws NoSuchVersion if one of them does not exist, or the errors of Prisma.
 */
export async function updateRecords(
  delegate: PrismaDelegate,
  keys: readonly KeyValues[],
  values: Readonly<Record<string, unknown>>,
  { primaryKey }: AdapterResource,
): Promise<void> {
  const where = plainWhere(primaryKey, keys)
  const { count } = await delegate.updateMany({ where, data: values })
  // A connection of MariaDB may be configured to count changed rows, and not found ones.
  if (count < keys.length && (await delegate.count({ where })) < keys.length) throw new NoSuchVersion()
}

/**
 * Destroys the records with these keys, in one statement.
 *
 * Throws NoSuchVersion if one of them does not exist, or the errors of Prisma.
 */
export async function destroyRecords(
  delegate: PrismaDelegate,
  keys: readonly KeyValues[],
  { primaryKey }: AdapterResource,
): Promise<void> {
  const { count } = await delegate.deleteMany({ where: plainWhere(primaryKey, keys) })
  if (count < keys.length) throw new NoSuchVersion()
}

/**
 * Increments the version of a record, if it is the one that was read: this also locks the record.
 *
 * Throws NoSuchVersion, or the errors of Prisma.
 */
export async function countVersionUp(
  delegate: PrismaDelegate,
  key: KeyValues,
  read: unknown,
  { primaryKey, version = '' }: AdapterResource,
): Promise<void> {
  const where = { ...columnValues(primaryKey, key), [version]: read }
  const { count } = await delegate.updateMany({ where, data: { [version]: nextVersion(read) } })
  if (count === 0) throw new NoSuchVersion()
}

/** No statement of Prisma's increments a moment: the present one is read from the record. */
const momentAfter = (read: unknown): unknown => (read instanceof Date ? nextVersion(read) : new Date())

async function versionIn(delegate: PrismaDelegate, where: object, version: string): Promise<unknown> {
  const [record] = await delegate.findMany({ where, select: { [version]: true } })
  return record && memberOf(record, version)
}
