import { isDefault } from '../adapter/default-operations.js'
import { keyIn } from '../adapter/rows/keys.js'
import { idOf } from '../resource/compile.js'
import { currentRequest } from '../resource/frame.js'
import type { KnownRelation } from '../resource/relations.js'
import { basesOf } from './base/bases.js'
import { compose } from './base/compose.js'
import { IncomparableText, incomparableText } from './base/incomparable-text.js'
import { lockRecords } from './lock.js'
import type { Read } from './read.js'
import { inWrite, load, type Run } from './run.js'
import { mayHide } from './policies/visibility.js'

/**
 * Reads the records that a read asks for, as its viewer may see them. There is no other way to them: the base, policies,
 * default filters and the parameters of a request are composed here.
 */
export async function read(asked: Read, run: Run = inWrite()): Promise<readonly object[]> {
  const found = await find(asked, run)
  return asked.lock && (await lockRecords(asked.resource, found)) ? find(asked, run) : found
}

/**
 * The keys of the records that the address of a relationship would show for some parents; undefined if nothing can hide
 * any of them.
 */
export async function visibleKeys(
  relation: KnownRelation,
  parents: readonly object[],
  run: Run,
): Promise<ReadonlySet<string | undefined> | undefined> {
  const { name: path, target: resource, pairs, group } = relation
  // No foreign key of the store protects a polymorphic key, so its record may no longer exist.
  if (group === '' && !mayHide(relation) && isDefault(resource.instance.resolve)) return undefined
  const columns = pairs.target
  const found = await read({ resource, path, base: { kind: 'related', relation, parents }, columns }, run)
  return new Set(found.map((record) => keyIn(record, columns)))
}

async function find(asked: Read, run: Run): Promise<readonly object[]> {
  const { resource, ids, base, defaultFilters } = asked
  const found = await inBases(asked, run)
  if (!ids) return found
  // A store that ignores case may find a record with another id.
  const named = found.filter((record) => ids.includes(idOf(resource, record)))
  const isMember = base.kind === 'related' && base.parents !== undefined
  if (defaultFilters || isMember || named.length === ids.length) return named
  // Writers see what they wrote, even if a default filter hides it (rule 11.9).
  const request = currentRequest()
  const hidden = ids.filter(
    (id) => request.hasAdded(resource.type, id) && !named.some((record) => idOf(resource, record) === id),
  )
  if (hidden.length === 0) return named
  return [...named, ...(await find({ ...asked, ids: hidden, defaultFilters: [] }, run))]
}

async function inBases(asked: Read, run: Run): Promise<readonly object[]> {
  const records: object[] = []
  for (const base of await basesOf(asked, run.context)) {
    const { paginated } = await compose(asked, base, run)
    try {
      for (const record of await load(asked, paginated, run)) records.push(record)
    } catch (error) {
      const { resource, ids } = asked
      const isText = (): boolean =>
        incomparableText(error, resource.adapter(), paginated, resource) instanceof IncomparableText
      if (!ids || run.turns || !isText()) throw error
      // The store has no record with an id that it cannot compare. On PostgreSQL, this transaction can ask nothing more.
      run.request.hasIncomparable = true
      if (ids.length === 1) return []
      const each: (readonly object[])[] = []
      for (const id of ids) each.push(await inBases({ ...asked, ids: [id] }, run))
      return each.flat()
    }
  }
  return records
}
