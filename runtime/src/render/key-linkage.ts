import { valuesOf } from '../adapter/column-values.js'
import { belongsToOf, type KeyedSideload, type SideloadConfig } from '../declare/sideload.js'
import type { FieldPlan } from '../plan/plan-fields.js'
import { groupByKey, keyIn } from '../adapter/keys.js'
import { encodeKey } from '../value/key.js'
import type { Run } from '../read/run.js'
import { mayLeadNowhere, visibleKeys } from '../read/visible-keys.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Collected, DocumentEntry, Identifier } from './collect.js'

/** The linkage that is rendered without an include: for each entry, by the name of the relationship. */
export type KeyLinkage = ReadonlyMap<DocumentEntry, ReadonlyMap<string, Identifier | null>>

/** Whether any linkage is rendered without an include. */
export function hasKeyLinkage(fields: FieldPlan): boolean {
  for (const { sideloads } of fields.values()) if (sideloads.some(isKept)) return true
  return false
}

/**
 * Computes `linkage: always` for the kinds whose key is in the record itself (rule 12.1). It contains only records that
 * the address of the relationship would show (rule 14.5): if that may be fewer than the keys say, the keys are looked
 * up.
 */
export async function keyLinkage(
  { primary, included }: Collected,
  fields: FieldPlan,
  run: Run,
): Promise<KeyLinkage> {
  const linkage = new Map<DocumentEntry, Map<string, Identifier | null>>()
  for (const [type, { sideloads }] of fields) {
    for (const sideload of sideloads.filter(isKept)) {
      const entries = [...primary, ...included].filter(
        (entry) => entry.resource.type === type && !isLoaded(entry, sideload),
      )
      for (const entry of entries) {
        linkage.set(entry, (linkage.get(entry) ?? new Map()).set(sideload.name, null))
      }
      for (const led of keyedEntries(sideload, entries)) {
        for (const [entry, identifier] of await identifiers(led, run)) {
          linkage.get(entry)?.set(sideload.name, identifier)
        }
      }
    }
  }
  return linkage
}

/** Entries whose keys of a relationship lead to records of one resource. */
interface KeyedEntries {
  readonly keyed: KeyedSideload
  readonly target: CompiledResource
  readonly owner: CompiledResource
  readonly entries: readonly DocumentEntry[]
  /** No foreign key of the store protects a polymorphic key: its record may not exist any more. */
  readonly mayDangle: boolean
}

async function identifiers(
  { keyed, target, owner, entries, mayDangle }: KeyedEntries,
  run: Run,
): Promise<readonly (readonly [DocumentEntry, Identifier])[]> {
  const isLookedUp = mayDangle || mayLeadNowhere(keyed, target)
  const records = entries.map(({ record }) => record)
  const visible = isLookedUp ? await visibleKeys({ sideload: keyed, target, owner }, records, run) : undefined
  return entries.flatMap((entry) => {
    const key = keyIn(entry.record, keyed.foreignKey)
    if (key === undefined || visible?.has(key) === false) return []
    const id = encodeKey(target.key, valuesOf(entry.record, keyed.foreignKey))
    return [[entry, { type: target.type, id }] as const]
  })
}

/** A polymorphic relationship leads to several resources, depending on its records. */
function keyedEntries(sideload: SideloadConfig, entries: readonly DocumentEntry[]): readonly KeyedEntries[] {
  const [first] = entries
  if (!first) return []
  const owner = first.resource
  const targets = owner.targets(sideload)
  if (sideload.kind === 'belongsTo') {
    const target = targets.get('')
    return target ? [{ keyed: sideload, target, owner, entries, mayDangle: false }] : []
  }
  if (sideload.kind !== 'polymorphicBelongsTo') return []
  const byRecord = new Map(entries.map((entry) => [entry.record, entry]))
  return [...groupByKey([...byRecord.keys()], [sideload.groupBy])].flatMap(([value, records]) => {
    const keyed = belongsToOf(sideload, value)
    const target = targets.get(value)
    if (!keyed || !target) return []
    const led = records.flatMap((record) => byRecord.get(record) ?? [])
    return [{ keyed, target, owner, entries: led, mayDangle: true }]
  })
}

/** Whether the relationship has `linkage: always`, and its key is the id of the related record. */
function isKept(sideload: SideloadConfig): boolean {
  if (sideload.linkage !== 'always') return false
  if (sideload.kind === 'belongsTo') return sideload.primaryKey === undefined
  return sideload.kind === 'polymorphicBelongsTo'
}

const isLoaded = ({ linkage }: DocumentEntry, { name }: SideloadConfig): boolean =>
  linkage?.some((one) => one.name === name) === true
