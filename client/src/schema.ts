import { ownOf } from './is-object.js'
import type { Kind } from './vocabulary.js'

/**
 * The facts about an API that a client needs at run time: each attribute's type, and each relationship's target.
 * `jsonapi-gen generate` writes it next to the types if `generate.client` is set in the schema.
 */
export interface ClientSchema<Types> {
  /** The version of this format. */
  readonly version: number
  /** Whether writes accept the `Idempotency-Key` header. */
  readonly idempotency?: boolean
  readonly types: { readonly [Type in keyof Types]: TypeSchema }
}

/** The facts about one JSON:API type. */
export interface TypeSchema {
  /** The kind of each attribute and extra field. */
  readonly attributes: Readonly<Record<string, AttributeKind>>
  readonly extraFields?: Readonly<Record<string, AttributeKind>>
  readonly relationships: Readonly<Record<string, RelationshipSchema>>
  /** The type's own actions, keyed by method name. */
  readonly actions?: Readonly<Record<string, OwnActionSchema>>
  /** False if the type does not support cursors. In that case, `each` uses page numbers. */
  readonly cursors?: boolean
}

/** One of a type's own actions: its path, and the type of the records that it returns. */
export interface OwnActionSchema {
  readonly on: 'record' | 'collection'
  /** The action's name in the URL, if the call's name differs. */
  readonly name?: string
  /** The type of the returned records. If undefined, the response has only `meta`. */
  readonly output?: string
  readonly many?: boolean
  readonly nullable?: boolean
  /** False if the action is not a single transaction, in which case it does not accept a key. */
  readonly transaction?: boolean
}

/** The kind of a value or a list, followed by `|null` if the value may be null, and `?` if a guard may hide it. */
export type AttributeKind = `${Kind}${'' | '[]'}${'' | '|null'}${'' | '?'}`

/** The target of a relationship: one type, or several if it is polymorphic. */
export interface RelationshipSchema {
  readonly types: readonly string[]
  readonly many: boolean
  /** Whether the relationship may be null. Only for to-one relationships. */
  readonly nullable?: boolean
}

/** The schema of a type; undefined if there is no type with that name. */
export const typeSchema = ({ types }: ClientSchema<unknown>, type: string): TypeSchema | undefined =>
  ownOf<TypeSchema>(types, type)

/** The target of a type's relationship; undefined if there is no relationship with that name. */
export const relationshipSchema = (
  schema: ClientSchema<unknown>,
  type: string,
  name: string,
): RelationshipSchema | undefined => ownOf(typeSchema(schema, type)?.relationships ?? {}, name)
