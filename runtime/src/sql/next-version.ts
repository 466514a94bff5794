/** An update found no record with the key, or not at the version that was read. */
export class NoSuchVersion extends Error {}

/** Numbers increase by one; a time becomes the current time, but is never the same twice. */
export function nextVersion(version: unknown): number | bigint | Date {
  if (typeof version === 'number') return version + 1
  if (typeof version === 'bigint') return version + 1n
  if (version instanceof Date) return new Date(Math.max(Date.now(), version.getTime() + 1))
  throw new TypeError('The attribute for optimistic locking must be an integer, a bigint or a datetime.')
}
