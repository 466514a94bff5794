import type { AdapterRelation, Condition } from '../../adapter/condition.js'
import { InvalidParameter } from '../../error/errors.js'
import { joinCondition } from './policies.js'
import { searchesRelated } from '../../plan/declarations/check-relations.js'
import type { KnownRelation } from '../../resource/relations.js'
import { keysAtOnce, keysOfType, uniqueKeys } from '../../adapter/rows/keys.js'
import { amongCondition, keyTypes, ofGroup } from '../base/key-condition.js'
import { readRows } from '../rows.js'
import type { Run } from '../run.js'

/** Conditions on some related record of a relationship. */
export interface RelatedConditions {
  readonly relation: KnownRelation
  /** The to-one relationships that lead to the records with the relationship. */
  readonly through: readonly string[]
  /** Conditions that the same related record must meet. */
  readonly related: readonly Condition[]
  /** The name of the filter. */
  readonly name: string
}

/**
 * The records with some related record that meets all conditions (rule 3.9). If the store can, it searches itself.
 * Otherwise the keys of the related records are read first. Throws InvalidParameter if there are more than it accepts in
 * one list.
 */
export async function someOf(
  { relation, through, related, name }: RelatedConditions,
  { run, path }: { readonly run: Run; readonly path: string },
): Promise<Condition> {
  const conditions = [...related, ...ofGroup(relation.target, relation.constants.target)]
  const [only, ...others] = conditions
  const condition: Condition =
    only && others.length === 0 ? only : { kind: 'and', conditions: [...conditions] }
  if (searchesRelated(relation)) {
    return { kind: 'some', through, relation: await narrowedJoin(relation, run.context), condition }
  }
  return amongMatches({ relation, through, name }, condition, { run, path })
}

/** A join, narrowed to the rows that a policy of the join model permits to read. */
async function narrowedJoin(relation: KnownRelation, context: object | undefined): Promise<AdapterRelation> {
  const { join } = relation
  const condition = join && (await joinCondition(relation, 'read', context))
  return condition ? { ...relation, join: { ...join, condition } } : relation
}

/**
 * The records whose foreign key refers to some related record that meets all conditions: the keys of these are read
 * first. Stores follow a to-one themselves if they have a relation of its name.
 *
 * Throws InvalidParameter if there are more keys than the store accepts in one list.
 */
export const amongRelated = (
  { related, ...of }: RelatedConditions,
  reading: { readonly run: Run; readonly path: string },
): Promise<Condition> => amongMatches(of, { kind: 'and', conditions: [...related] }, reading)

/** The records whose key is in the related records that meet a condition: these keys are read first. */
async function amongMatches(
  { relation, through, name }: Omit<RelatedConditions, 'related'>,
  condition: Condition,
  { run, path }: { readonly run: Run; readonly path: string },
): Promise<Condition> {
  const { owner, target, pairs } = relation
  const { owner: key, target: foreignKey } = pairs
  if (key.length !== foreignKey.length) {
    throw new Error(`Filters cannot go through "${relation.name}" of "${owner.type}".`)
  }
  const { budget } = run.request
  const count = budget.left('keys') + 1
  const rows = await readRows({ resource: target, path, where: [condition], count, columns: foreignKey }, run)
  const keys = keysOfType(uniqueKeys(rows, foreignKey), keyTypes(owner, key))
  if (budget.spend('keys', rows.length) && keys.length <= keysAtOnce(owner.facts().can, key)) {
    return { ...amongCondition(owner, key, keys), through }
  }
  const detail = `The filter "${name}" matches more related records than the store accepts in one list. Use a filter that matches fewer.`
  throw new InvalidParameter({ detail, source: { parameter: 'filter' } })
}
