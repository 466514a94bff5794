import type { Condition, KeyedLink, Link } from '../adapter/condition.js'
import type { KeyedSideload, SideloadConfig } from '../declare/sideload.js'
import { InvalidParameter } from '../error/errors.js'
import { joinCondition } from '../plan/join-policies.js'
import { isFiltered, linkOf } from '../plan/link.js'
import { relationTo } from '../resource/relations.js'
import type { CompiledResource } from '../resource/compile.js'
import type { Relation } from '../vocabulary/relation.js'
import type { Hop } from '../plan/visibility.js'
import { keysAtOnce, keysOfType, uniqueKeys } from '../adapter/keys.js'
import { amongCondition, keyTypes } from './related-scope.js'
import { logged, type Run } from './run.js'

/** Conditions on some related record of a relationship. */
export interface RelatedConditions<Sideload extends SideloadConfig = SideloadConfig> {
  readonly hop: Hop<Sideload>
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
  { hop, through, related, name }: RelatedConditions,
  { run, path }: { readonly run: Run; readonly path: string },
): Promise<Condition> {
  const { owner, sideload } = hop
  const relation = relationTo(owner, sideload)
  const link = linkOf(relation)
  const conditions = [...related, ...ofThisSide(relation)]
  const [only, ...others] = conditions
  const condition: Condition =
    only && others.length === 0 ? only : { kind: 'and', conditions: [...conditions] }
  if (link && isFiltered(hop, link)) {
    const narrowed = await narrowedLink(link, hop, run.context)
    return { kind: 'some', through, link: narrowed, condition }
  }
  if (link?.kind !== 'keyed') throw new Error(`No filter goes through "${sideload.name}" of "${owner.type}".`)
  const keys = await keysOfMatches(hop, link, { condition, name, path }, run)
  return { ...amongCondition(owner, link.key, keys), through }
}

/** A join, narrowed to the rows that a policy of the join model permits to read. */
async function narrowedLink(link: Link, hop: Hop, context: object | undefined): Promise<Link> {
  if (link.kind === 'keyed') return link
  const condition = await joinCondition(hop, 'read', context)
  return condition ? { ...link, join: { ...link.join, condition } } : link
}

/**
 * The records whose foreign key refers to some related record that meets all conditions: the keys of these are read
 * first. Stores follow a to-one themselves if they have a relation of its name.
 *
 * Throws InvalidParameter if there are more keys than the store accepts in one list.
 */
export async function amongRelated(
  { hop, through, related, name }: RelatedConditions<KeyedSideload>,
  { run, path }: { readonly run: Run; readonly path: string },
): Promise<Condition> {
  const { owner: key, target: foreignKey } = relationTo(hop.owner, hop.sideload).pairs
  const condition: Condition = { kind: 'and', conditions: [...related] }
  const keys = await keysOfMatches(hop, { key, foreignKey }, { condition, name, path }, run)
  return { ...amongCondition(hop.owner, key, keys), through }
}

/** Children of a polymorphic relationship refer to this side also by its type. */
const ofThisSide = ({ holder, target, constants }: Relation<CompiledResource>): readonly Condition[] =>
  target && holder === 'target'
    ? Object.entries(constants).map(([column, value]) => amongCondition(target, [column], [[value]]))
    : []

interface KeysAsked {
  readonly condition: Condition
  readonly name: string
  /** The include path of the filtered records. */
  readonly path: string
}

/** The keys of this side in the related records that meet a condition, read once in a request. */
async function keysOfMatches(
  { owner, target }: Hop,
  { key, foreignKey }: Pick<KeyedLink, 'key' | 'foreignKey'>,
  { condition, name, path }: KeysAsked,
  run: Run,
): Promise<ReturnType<typeof keysOfType>> {
  const adapter = target.adapter()
  const { budget } = run.request
  const narrowed = adapter.narrow(adapter.all(target), condition, target)
  const scope = adapter.arrange(narrowed, { kind: 'atMost', count: budget.left('keys') + 1 }, target)
  const rows = await logged(
    run,
    { resource: target, path, operation: 'keys', scope },
    () => adapter.read(scope, foreignKey, target),
    (found) => found.length,
  )
  const keys = keysOfType(uniqueKeys(rows, foreignKey), keyTypes(owner, key))
  if (budget.spend('keys', rows.length) && keys.length <= keysAtOnce(owner.facts(), key)) return keys
  const detail = `The filter "${name}" matches more related records than the store accepts in one list. Use a filter that matches fewer.`
  throw new InvalidParameter({ detail, source: { parameter: 'filter' } })
}
