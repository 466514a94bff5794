import type {
  AttributeContract,
  InputContract,
  OutputContract,
  RelationshipContract,
  ValueContract,
} from './contract.js'
import { guardsFor, holdsKey, type Relationship, type RelationGuard } from './relation.js'
import type { AttributeType } from './type.js'
import { allOf, type Who } from './who.js'

/**
 * The members of a contract that an API offers, made of what a schema or a class declares. `generate`, `diff` and
 * `expectContract` make them by these functions.
 */

/** The type of a value. */
export function offeredValue({
  kind,
  values,
  list,
  nullable,
}: Pick<AttributeType, 'kind' | 'list' | 'nullable'> & {
  readonly values?: readonly string[] | undefined
}): ValueContract {
  return {
    type: kind,
    ...(kind === 'enum' && values && { values }),
    ...(list && { list }),
    ...(nullable && { nullable }),
  }
}

/** A value in a request: an attribute, or a member of an own action's input. */
export interface DeclaredInput {
  readonly type: Parameters<typeof offeredValue>[0]
  readonly required: boolean | undefined
  /** Its value in JSON. */
  readonly default: unknown
  /** The declared lengths, patterns and bounds, as JSON values. */
  readonly constraints: Readonly<Record<string, unknown>>
}

/** A member of an own action's input. */
export function offeredInput({ type, required, default: preset, constraints }: DeclaredInput): InputContract {
  return {
    ...offeredValue(type),
    required: required ?? (!type.nullable && preset === undefined),
    ...(preset !== undefined && { default: preset }),
    ...constraints,
  }
}

/** An attribute, and what its resource says about it. */
export interface OfferingAttribute extends DeclaredInput {
  readonly column: string
  readonly readable: RelationGuard
  readonly writable: RelationGuard
  /** All guards of its readers. */
  readonly readers: readonly RelationGuard[]
  readonly isVersion: boolean
  /** Whether its column is one that no attribute writes. */
  readonly isKey: boolean
  readonly primaryKey: readonly string[]
}

/**
 * An attribute. If it is hidden from a request, the request cannot write it either; an attribute that nobody may read
 * can be written. An update compares a version, and a create writes the columns of the key.
 */
export function offeredAttribute(attribute: OfferingAttribute): AttributeContract {
  const { column, readable, writable, readers, isVersion, isKey, primaryKey } = attribute
  const write = isKey ? false : allOf(readable === false ? true : readable, writable)
  const writeOn = isVersion ? 'update' : primaryKey.includes(column) ? 'create' : undefined
  const input = offeredInput(attribute)
  return {
    ...offeredValue(attribute.type),
    read: allOf(...readers),
    write,
    ...(writeOn !== undefined && write !== false && { writeOn }),
    ...input,
    required: write !== false && !isVersion && input.required,
  }
}

/** What a resource says about a relationship, besides what the relationship is. */
export interface OfferingRelationship {
  readonly linkage: 'included' | 'always'
  readonly dependent: 'restrict' | undefined
  readonly primaryKey: readonly string[]
}

/** A relationship, without the facts that only a schema has: whether it may be null, and what a create must set. */
export function offeredRelationship<Resource extends { readonly type: string }>(
  relationship: Relationship<Resource>,
  { linkage, dependent, primaryKey }: OfferingRelationship,
): Omit<RelationshipContract, 'required'> {
  const { many, holder, relations, ownKey } = relationship
  const through = relations.flatMap(({ join }) => join?.resources ?? []).map(({ type }) => type)
  const groups = relations.flatMap(({ group, target }) =>
    group === undefined || !target ? [] : [[group, target.type] as const],
  )
  const write = writersOf(relationship)
  const isOfId = holdsKey(relationship) && ownKey.every((column) => primaryKey.includes(column))
  return {
    cardinality: many ? 'many' : 'one',
    types: [...new Set(relations.flatMap(({ target }) => target?.type ?? []))].toSorted(),
    polymorphic: groups.length > 0,
    ...(groups.length > 0 && { groups: Object.fromEntries(groups) }),
    custom: holder === 'method',
    ...(through.length > 0 && { through: through.toSorted() }),
    ...(dependent !== undefined && { dependent }),
    read: allOf(...guardsFor(relationship, 'readable').map(({ readable }) => readable)),
    write,
    ...(write !== false && isOfId && { writeOn: 'create' as const }),
    linkage,
  }
}

/** The requests that may write a relationship: they can see it, unless nobody can, and may link through it. */
export function writersOf<Resource>(relationship: Relationship<Resource>): Who {
  const readers = guardsFor(relationship, 'readable').map(({ readable }) => readable)
  const writers = guardsFor(relationship, 'writable').map(({ writable }) => writable)
  return allOf(...readers.filter((guard) => guard !== false), ...writers)
}

/** What answers an action: nothing besides `meta`, a record, or a list of records. */
export type DeclaredOutput =
  | { readonly kind: 'meta' }
  | { readonly kind: 'record'; readonly type: string; readonly nullable: boolean }
  | { readonly kind: 'list'; readonly type: string }

/** What an action returns; undefined if it is only `meta`. */
export function offeredOutput(output: DeclaredOutput): OutputContract | undefined {
  if (output.kind === 'meta') return undefined
  if (output.kind === 'list') return { type: output.type, list: true }
  return { type: output.type, ...(output.nullable && { nullable: true }) }
}
