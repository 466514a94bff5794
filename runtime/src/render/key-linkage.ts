import { valuesOf } from '../adapter/rows/column-values.js'
import { groupedBy } from '../base/grouped-by.js'
import type { FieldPlan } from '../plan/plan-fields.js'
import { keyIn } from '../adapter/rows/keys.js'
import { encodeKey } from '../value/key.js'
import type { Run } from '../reader/run.js'
import { visibleKeys } from '../reader/reader.js'
import { groupOf, type KnownRelation, relationOfGroup } from '../resource/relations.js'
import type { Collected, DocumentEntry, Identifier } from './collect.js'

/** The linkage that is rendered without an include: for each entry, by the name of the relationship. */
export type KeyLinkage = ReadonlyMap<DocumentEntry, ReadonlyMap<string, Identifier | null>>

/**
 * Computes `linkage: always` for the kinds whose key is in the record itself (rule 12.1). It contains only records that
 * the address of the relationship would show (rule 14.5): if that may be fewer than the keys say, the keys are looked
 * up.
 */
export async function keyLinkage(
  { primary, included }: Collected,
  { types }: FieldPlan,
  run: Run,
): Promise<KeyLinkage> {
  const linkage = new Map<DocumentEntry, Map<string, Identifier | null>>()
  for (const [type, { linked }] of types) {
    for (const relationship of linked) {
      const { name } = relationship
      const entries = [...primary, ...included].filter(
        (entry) => entry.resource.type === type && !isLoaded(entry, name),
      )
      for (const entry of entries) linkage.set(entry, (linkage.get(entry) ?? new Map()).set(name, null))
      for (const [group, led] of groupedBy(entries, ({ record }) => groupOf(relationship, record))) {
        const relation = relationOfGroup(relationship, group)
        for (const [entry, identifier] of relation ? await identifiers(relation, led, run) : []) {
          linkage.get(entry)?.set(name, identifier)
        }
      }
    }
  }
  return linkage
}

async function identifiers(
  relation: KnownRelation,
  entries: readonly DocumentEntry[],
  run: Run,
): Promise<readonly (readonly [DocumentEntry, Identifier])[]> {
  const { target, foreignKey } = relation
  const parents = entries.map(({ record }) => record)
  const visible = await visibleKeys(relation, parents, run)
  return entries.flatMap((entry) => {
    const key = keyIn(entry.record, foreignKey)
    if (key === undefined || visible?.has(key) === false) return []
    const id = encodeKey(target.key, valuesOf(entry.record, foreignKey))
    return [[entry, { type: target.type, id }] as const]
  })
}

const isLoaded = ({ linkage }: DocumentEntry, name: string): boolean =>
  linkage?.some((one) => one.name === name) === true
