import { ownOf } from './is-object.js'
import type { Kind } from './vocabulary.js'

/**
 * The facts about an API that a client needs at run time: the type of each attribute, and the target of each relationship.
 * `jsonapi-gen generate` writes it beside the types if the schema has `generate.client`.
 */
export interface ClientSchema<Types> {
  /** The version of this form. */
  readonly version: number
  /** Whether writes take the header `Idempotency-Key`. */
  readonly idempotency?: boolean
  readonly types: { readonly [Type in keyof Types]: TypeSchema }
}

/** The facts about one JSON:API type. */
export interface TypeSchema {
  /** The attributes and the extra fields, each with its kind. */
  readonly attributes: Readonly<Record<string, AttributeKind>>
  readonly extraFields?: Readonly<Record<string, AttributeKind>>
  readonly relationships: Readonly<Record<string, RelationshipSchema>>
  /** The actions of its own, by the names of their calls. */
  readonly actions?: Readonly<Record<string, OwnActionSchema>>
}

/** An action of a type's own: its address, and the records that answer it. */
export interface OwnActionSchema {
  readonly on: 'record' | 'collection'
  /** Its name in the address, if the call has another one. */
  readonly name?: string
  /** The type of the records that answer it; without it, the answer has `meta` alone. */
  readonly output?: string
  readonly many?: boolean
  readonly nullable?: boolean
  /** False if it is not one transaction: then it takes no key. */
  readonly transaction?: boolean
}

/** A kind, for one value or a list; with `|null` if it may be null, and with `?` if a guard may hide it. */
export type AttributeKind = `${Kind}${'' | '[]'}${'' | '|null'}${'' | '?'}`

/** The target of a relationship: one type, or several if it is polymorphic. */
export interface RelationshipSchema {
  readonly types: readonly string[]
  readonly many: boolean
  /** Whether it may lead to no record. Only for to-one relationships. */
  readonly nullable?: boolean
}

/** The schema of one type; undefined if there is none of that name. */
export const typeSchema = ({ types }: ClientSchema<unknown>, type: string): TypeSchema | undefined =>
  ownOf<TypeSchema>(types, type)

/** The target of a relationship of a type; undefined if there is none of that name. */
export const relationshipSchema = (
  schema: ClientSchema<unknown>,
  type: string,
  name: string,
): RelationshipSchema | undefined => ownOf(typeSchema(schema, type)?.relationships ?? {}, name)
