import { ownOf } from './is-object.js'
import type { Kind } from './vocabulary.js'

/**
 * What a client knows of an API at run time: the type of each attribute, and what each relationship leads to. `jsonapi-gen generate`
 * writes it beside the types where the schema has `generate.client`.
 */
export interface ClientSchema<Types> {
  /** The version of this form; schemas of 0.2 have none. */
  readonly version?: number
  readonly types: { readonly [Type in keyof Types]: TypeSchema }
}

/** What a client knows of one JSON:API type. */
export interface TypeSchema {
  /** The attributes and the extra fields, each with its kind. */
  readonly attributes: Readonly<Record<string, AttributeKind>>
  readonly extraFields?: Readonly<Record<string, AttributeKind>>
  readonly relationships: Readonly<Record<string, RelationshipSchema>>
}

/** A kind, of one value or of a list; with `|null` where it may be null, and with `?` where a guard may hide it. */
export type AttributeKind = `${Kind}${'' | '[]'}${'' | '|null'}${'' | '?'}`

/** What a relationship leads to: one type, or several where it is polymorphic. */
export interface RelationshipSchema {
  readonly types: readonly string[]
  readonly many: boolean
  /** Whether it may lead to no record; of one to many it says nothing. */
  readonly nullable?: boolean
}

/** The schema of one type; undefined where the schema has none of that name. */
export const typeSchema = ({ types }: ClientSchema<unknown>, type: string): TypeSchema | undefined =>
  ownOf<TypeSchema>(types, type)

/** What a relationship of a type leads to; undefined where the type has none of that name. */
export const relationshipSchema = (
  schema: ClientSchema<unknown>,
  type: string,
  name: string,
): RelationshipSchema | undefined => ownOf(typeSchema(schema, type)?.relationships ?? {}, name)
