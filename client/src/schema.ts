import { ownOf } from './is-object.js'
import type { Kind } from './vocabulary.js'

/**
 * The facts about an API that a client needs at run time: the type of each attribute, and the target of each relationship.
 * `jsonapi-gen generate` writes it beside the types if the schema has `generate.client`.
 */
export interface ClientSchema<Types> {
  /** The version of this format. */
  readonly version: number
  /** Whether writes accept the header `Idempotency-Key`. */
  readonly idempotency?: boolean
  readonly types: { readonly [Type in keyof Types]: TypeSchema }
}

/** The facts about one JSON:API type. */
export interface TypeSchema {
  /** The attributes and the extra fields, each with its kind. */
  readonly attributes: Readonly<Record<string, AttributeKind>>
  readonly extraFields?: Readonly<Record<string, AttributeKind>>
  readonly relationships: Readonly<Record<string, RelationshipSchema>>
  /** The type's own actions, by the names of their calls. */
  readonly actions?: Readonly<Record<string, OwnActionSchema>>
}

/** An own action of a type: its address, and the records that it returns. */
export interface OwnActionSchema {
  readonly on: 'record' | 'collection'
  /** Its name in the address, if the call has a different one. */
  readonly name?: string
  /** The type of the returned records; if undefined, the response has only `meta`. */
  readonly output?: string
  readonly many?: boolean
  readonly nullable?: boolean
  /** False if it is not one transaction: then it accepts no key. */
  readonly transaction?: boolean
}

/** A kind, for one value or a list; with `|null` if it may be null, and `?` if a guard may hide it. */
export type AttributeKind = `${Kind}${'' | '[]'}${'' | '|null'}${'' | '?'}`

/** The target of a relationship: one type, or several if it is polymorphic. */
export interface RelationshipSchema {
  readonly types: readonly string[]
  readonly many: boolean
  /** Whether it may be null. Only for to-one relationships. */
  readonly nullable?: boolean
}

/** The schema of a type; undefined if there is no type of that name. */
export const typeSchema = ({ types }: ClientSchema<unknown>, type: string): TypeSchema | undefined =>
  ownOf<TypeSchema>(types, type)

/** The target of a relationship of a type; undefined if there is no relationship of that name. */
export const relationshipSchema = (
  schema: ClientSchema<unknown>,
  type: string,
  name: string,
): RelationshipSchema | undefined => ownOf(typeSchema(schema, type)?.relationships ?? {}, name)
