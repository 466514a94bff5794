/** An update did not find a record with the key, or the record no longer has the version that was read. */
export class NoSuchVersion extends Error {}

/** Increments a number by one, and sets a time to the current time, but never to the same time twice. */
export function nextVersion(version: unknown): number | bigint | Date {
  if (typeof version === 'number') return version + 1
  if (typeof version === 'bigint') return version + 1n
  if (version instanceof Date) return new Date(Math.max(Date.now(), version.getTime() + 1))
  throw new TypeError('The attribute for optimistic locking must be an integer, a bigint or a datetime.')
}
