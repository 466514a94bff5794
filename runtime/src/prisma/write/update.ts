import { memberOf } from '../../base/cast.js'
import type { AdapterResource } from '../../adapter/adapter-resource.js'
import { columnValues } from '../../adapter/rows/column-values.js'
import type { KeyValues } from '../../value/key.js'
import { columnType } from '../../datamodel/datamodel.js'
import { plainWhere } from '../scope/keys-where.js'
import { uniqueWhere } from '../scope/unique-where.js'
import { delegateOf, type PrismaDelegate } from '../client.js'
import { type Locking, lockedValue } from './lock-records.js'
import { nextVersion, NoSuchVersion } from '../../sql/next-version.js'

/**
 * Updates the record with a key. With optimistic locking, one statement compares the version that was read and
 * increments it; if none was read, it only increments. Prisma's `update` would be several statements on stores that
 * return nothing.
 *
 * Throws NoSuchVersion, or the errors of Prisma.
 */
export async function updateRecord(
  locking: Locking,
  key: KeyValues,
  values: Readonly<Record<string, unknown>>,
  resource: AdapterResource,
): Promise<object> {
  const { primaryKey, version } = resource
  const delegate = delegateOf(locking.client, resource.model)
  const data = Object.fromEntries(Object.entries(values).filter(([name]) => !primaryKey.includes(name)))
  const where = columnValues(primaryKey, key)
  const read = version === undefined ? undefined : data[version]
  if (version === undefined || read === undefined || read === null) {
    const counts = version !== undefined && Object.keys(data).some((name) => name !== version)
    const next = counts ? { [version]: await countedUp(locking, key, version, resource) } : {}
    return delegate.update({
      where: uniqueWhere(locking.datamodel, resource, key),
      data: { ...data, ...next },
    })
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

/** The next version of a record whose version was not read. No statement of Prisma's increments a moment, so it is read. */
async function countedUp(
  locking: Locking,
  key: KeyValues,
  version: string,
  resource: AdapterResource,
): Promise<unknown> {
  const { model, primaryKey } = resource
  const kind = columnType(locking.datamodel, String(model), version)?.kind
  if (kind !== 'datetime') return { increment: kind === 'bigint' ? 1n : 1 }
  const read =
    (await lockedValue(locking, key, version, resource)) ??
    (await versionIn(delegateOf(locking.client, model), columnValues(primaryKey, key), version))
  return read instanceof Date ? nextVersion(read) : new Date()
}

async function versionIn(delegate: PrismaDelegate, where: object, version: string): Promise<unknown> {
  const [record] = await delegate.findMany({ where, select: { [version]: true } })
  return record && memberOf(record, version)
}
