/**
 * The facts about one type of an API. The types of queries, results and writes are derived from them.
 * `jsonapi-gen generate` writes them for each resource if `generate.client` is set in the schema.
 */
export interface ResourceTypes {
  /** The attributes in responses, keyed by name. An attribute that a guard may hide is optional. */
  attributes: object
  extraFields: object
  /** The relationships, keyed by name. Each is a ToOne or a ToMany. */
  relationships: object
  /** The filters, keyed by name. Each is a Filter. */
  filters: object
  /** The union of the required filters' names. */
  required: string
  /** The union of sortable names. */
  sorts: string
  /** Maps an attribute to the union of its calculations. */
  stats: object
  /** The include paths that each action permits. */
  includes: Includes
  /**
   * The members of a create request: attributes, and relationships as ToOne and ToMany. `never` if nobody may create records.
   */
  create: object
  /** The members of an update request. `never` if nobody may update records. */
  update: object
  /** False if nobody may destroy a record, either at its own URL or in a relationship. */
  destroy?: false
  /** The union of the actions that have a path. */
  actions: string
  /** The type's own actions, keyed by method name. Each is an OwnAction. */
  ownActions?: object
  /** The pagination style of a list if the query does not specify a page number: by number, or by `cursor`. */
  pages?: 'cursor'
}

/**
 * One of a type's own actions: the input, and the type of the returned records, including null if there may be no
 * record.
 */
export interface OwnAction {
  readonly on: 'record' | 'collection'
  readonly input: object
  readonly output?: string | null
  readonly many?: true
}

/** The include paths that each action permits: a union, or AnyPath. */
export interface Includes {
  index: string
  show: string
  create: string
  update: string
}

/** An action with this type permits every include path. */
export type AnyPath = '*'

/** The types of a whole API, keyed by JSON:API type. */
export type ApiTypes<Types> = { readonly [Type in keyof Types]: ResourceTypes }

/**
 * A to-one relationship. `Target` is the JSON:API type of its record. It is a union if the relationship is polymorphic,
 * and includes null if there may be no record. `Filled` contains the inverse relationships that are set because a
 * record is created inside this relationship. `Held` means that the record is required: it cannot be destroyed through
 * this relationship.
 */
export interface ToOne<
  Target extends string | null,
  Filled extends string = never,
  Held extends boolean = false,
> {
  readonly many: false
  readonly target: Target
  readonly filled?: Filled
  readonly held?: Held
}

/**
 * A to-many relationship. `Held` means that its records cannot be unlinked, because their key is never null. If `Held`
 * is `fixed`, records cannot be moved to another parent, because the key is part of their id.
 */
export interface ToMany<
  Target extends string,
  Filled extends string = never,
  Held extends boolean | 'fixed' = false,
> {
  readonly many: true
  readonly target: Target
  readonly filled?: Filled
  readonly held?: Held
}

/** A to-many relationship to any type. */
export interface AnyToMany {
  readonly many: true
}

/**
 * A filter: the type of its value, and its operators. Unless it is a CustomFilter, it also accepts a list, and matches
 * any of its values.
 */
export interface Filter<Value, Operators extends string> {
  readonly value: Value
  readonly operators: Operators
}

/** A filter that accepts exactly one value of its type. */
export interface CustomFilter<Value> {
  readonly custom: Value
}

/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [member: string]: Json }

/** The names of a type's relationships. */
export type RelationshipName<R extends ResourceTypes> = Extract<keyof R['relationships'], string>

/** The JSON:API type of a relationship's records. */
export type TargetOf<Relationship> = Relationship extends { readonly target: infer Target }
  ? Extract<Target, string>
  : never

/** The relationship with that name. */
export type RelationshipOf<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Name,
> = Types[Type]['relationships'][Name & keyof Types[Type]['relationships']]

/** The JSON:API type, or types, of a relationship's records. */
export type RelatedType<Types extends ApiTypes<Types>, Type extends keyof Types, Name> = TargetAmong<
  RelationshipOf<Types, Type, Name>,
  keyof Types
>

type TargetAmong<Relationship, All> = Relationship extends { readonly target: infer Target }
  ? Extract<Target, All>
  : never

/** The names of a type's to-many relationships. */
export type ToManyName<Types extends ApiTypes<Types>, Type extends keyof Types> = {
  [Name in RelationshipName<Types[Type]>]: RelationshipOf<Types, Type, Name> extends AnyToMany ? Name : never
}[RelationshipName<Types[Type]>]

/** The names of a type's relationships that an update may write, if anyone may change their links. */
export type WritableName<Types extends ApiTypes<Types>, Type extends keyof Types> = {
  [Name in Extract<keyof Types[Type]['update'], RelationshipName<Types[Type]>>]: Exclude<
    Types[Type]['update'][Name],
    undefined
  > extends { readonly filled?: infer Filled }
    ? [Filled] extends [undefined]
      ? Name
      : Exclude<Types[Type]['update'][Name], undefined> extends ToMany<string, string, 'fixed'>
        ? never
        : [Types[RelatedType<Types, Type, Name>]['update']] extends [never]
          ? never
          : Name
    : Name
}[Extract<keyof Types[Type]['update'], RelationshipName<Types[Type]>>]

/** The names of a type's to-many relationships that an update may write. */
export type WritableManyName<Types extends ApiTypes<Types>, Type extends keyof Types> = {
  [Name in WritableName<Types, Type>]: RelationshipOf<Types, Type, Name> extends AnyToMany ? Name : never
}[WritableName<Types, Type>]

/** The names of the relationships whose records can be unlinked. */
export type LooseName<Types extends ApiTypes<Types>, Type extends keyof Types> = {
  [Name in WritableManyName<Types, Type>]: IsHeld<Types, Type, Name> extends true ? never : Name
}[WritableManyName<Types, Type>]

/** Whether the records of a relationship cannot be unlinked. */
export type IsHeld<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Name extends keyof Types[Type]['update'],
> =
  Exclude<Types[Type]['update'][Name], undefined> extends ToMany<string, string, true | 'fixed'>
    ? true
    : false

/** The member of a union with a single member; otherwise never. */
export type OnlyOne<Union, Member = Union> = Member extends unknown
  ? [Union] extends [Member]
    ? Member
    : never
  : never
