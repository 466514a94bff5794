import type { Lacking, Mistake } from './mistake.js'
import type { AnyToMany, ApiTypes, OnlyOne, TargetOf, ToMany, ToOne } from './resource-types.js'

/** The input for creating a record: attributes and relationships. */
export type CreateInput<Types extends ApiTypes<Types>, Type extends keyof Types> =
  HasSets<Types[Type]['create']> extends true ? Written<Types, Types[Type]['create']> : NewInput<Types, Type>

/** This type has its own name so that a message about a missing member shows the name instead of the whole type. */
type NewInput<Types extends ApiTypes<Types>, Type extends keyof Types> = {
  readonly [Name in keyof Types[Type]['create']]: InputOf<Types, Types[Type]['create'][Name]>
}

/** Whether a create request must set one of several groups of relationships, in which case its members form a union. */
type HasSets<Members, All = Members> = Members extends unknown
  ? [All] extends [Members]
    ? false
    : true
  : never

/** The input for updating a record: the members to change. */
export type UpdateInput<Types extends ApiTypes<Types>, Type extends keyof Types> = {
  readonly [Name in keyof Types[Type]['update']]: InputOf<Types, Types[Type]['update'][Name]>
}

/**
 * Like `CreateInput`, but without required members. An input is inferred as this type, so messages name only the
 * missing members.
 */
export type PartialInput<Types extends ApiTypes<Types>, Type extends keyof Types> = {
  readonly [Name in keyof Types[Type]['create']]?: InputOf<Types, Types[Type]['create'][Name]>
}

/** An input of a create with all required members, and without unknown ones. */
export type CompleteInput<Types extends ApiTypes<Types>, Type extends keyof Types, Input> = [
  Lacked<Types[Type]['create'], Input>,
] extends [never]
  ? Input & Checked<Types, Type, 'create', Input> & Needed<Types[Type]['create']>
  : Lacking<`a create of ${Extract<Type, string>}`, Lacked<Types[Type]['create'], Input>>

/** The required members, with any value. */
type Needed<Members> = {
  readonly [Name in keyof Members as undefined extends Members[Name] ? never : Name]: unknown
}

/**
 * The names that an input lacks: those that it always needs, or else a list for each set from which it must set one
 * member.
 */
type Lacked<Members, Input> = [Exclude<keyof Needed<Members>, keyof Input>] extends [never]
  ? Input extends unknown
    ? true extends LackedOfEach<Members, Input>
      ? never
      : LackedOfEach<Members, Input>
    : never
  : Exclude<keyof Needed<Members>, keyof Input>

/** True if one of the set's names is present. Null does not count for a relationship that is never null. */
type LackedOfEach<Members, Input> = Members extends unknown
  ? ListOfNames<
      {
        [Name in keyof Needed<Members>]: Name extends keyof Input & keyof Members
          ? null extends Input[Name]
            ? null extends Members[Name]
              ? never
              : Name
            : never
          : Name
      }[keyof Needed<Members>]
    >
  : never

/** The names are a type parameter. With an alias, a message would show only the alias instead of the names. */
type ListOfNames<Names> = [Names] extends [never] ? true : [Names]

type Written<Types extends ApiTypes<Types>, Members> = {
  readonly [Name in keyof Members]: InputOf<Types, Members[Name]>
}

type InputOf<Types extends ApiTypes<Types>, Member> = Member extends AnyToMany
  ? Member extends ToMany<infer Target, infer Filled, infer Held>
    ? ToManyInput<Types, Target & keyof Types, Filled, Held>
    : never
  : Member extends ToOne<infer Target, infer Filled, infer Held>
    ?
        | ToOneInput<Types, Extract<Target, keyof Types>, Filled, Held>
        | Linking<Types, Extract<Target, keyof Types>, Filled, Emptied<Target>>
    : Member

/**
 * The input of a to-one relationship: a record's id, a new record, or a change to the current record. If permitted,
 * null means no record.
 */
export type ToOneInput<
  Types extends ApiTypes<Types>,
  Target extends keyof Types,
  Filled extends string = never,
  Held extends boolean = false,
> =
  | Linking<Types, Target, Filled, Reference<Target>>
  | Created<Types, Target, Filled>
  | Changed<Types, Target, Target, Held>

/** An input that links or unlinks records. If the key is in those records, this requires permission to update them. */
export type Linking<Types extends ApiTypes<Types>, Target extends keyof Types, Filled, Link> = [
  Filled,
] extends [never]
  ? Link
  : [Types[Target]['update']] extends [never]
    ? never
    : Link

/** The input that empties a to-one relationship, if it may be null. */
type Emptied<Target> = null extends Target ? Disassociated<Extract<Target, string>> | null : never

/**
 * The input of a to-many relationship. A list of references replaces the whole set, and can also create records. A list
 * of changes does not affect any other records.
 */
export type ToManyInput<
  Types extends ApiTypes<Types>,
  Target extends keyof Types,
  Filled extends string = never,
  Held extends boolean | 'fixed' = false,
> =
  | readonly (Linking<Types, Target, Filled, Reference<Target>> | Created<Types, Target, Filled>)[]
  | readonly (
      | Created<Types, Target, Filled>
      | Changed<Types, Target>
      | Linking<
          Types,
          Target,
          Filled,
          Associated<Target> | (Held extends false ? Disassociated<Target> : never)
        >
    )[]

/** Identifies a record by its id. If a relationship has several types, the type is also required. */
export type Reference<Target> = Named<Target, Target> & { readonly id: string }

/** A new record. It may omit the inverse relationships that are set because it is created inside this relationship. */
export type Created<
  Types extends ApiTypes<Types>,
  Target extends keyof Types,
  Filled extends string,
  All = Target,
> = Target extends keyof Types
  ? [Types[Target]['create']] extends [never]
    ? never
    : {
        readonly create: HasSets<Types[Target]['create']> extends true
          ? OneOfSets<
              LackedOfEach<Types[Target]['create'], { readonly [Name in Filled]: true }>,
              ChildInput<Types, Target, Filled, All>
            >
          : ChildInput<Types, Target, Filled, All>
      }
  : never

/** `_Sets` is unused: messages show this type by its name, with the sets that a create must choose from. */
type OneOfSets<_Sets, Input> = Input & {}

/** The input for creating a record in a relationship. */
type ChildInput<
  Types extends ApiTypes<Types>,
  Target extends keyof Types,
  Filled extends string,
  All,
> = Named<Target, All> &
  ([Filled] extends [never] ? CreateInput<Types, Target> : FilledInput<Types, Target, Filled>)

type FilledInput<Types extends ApiTypes<Types>, Target extends keyof Types, Filled extends string> = (HasSets<
  Types[Target]['create']
> extends true
  ? SetsWithout<Types, Types[Target]['create'], Filled>
  : InputWithout<Types, Target, Filled>) & {
  readonly [Name in Extract<keyof Types[Target]['create'], Filled>]?: InputOf<
    Types,
    Types[Target]['create'][Name]
  >
}

/** Like `NewInput`, this type has its own name so that messages are shorter. */
type InputWithout<Types extends ApiTypes<Types>, Target extends keyof Types, Filled extends string> = {
  readonly [Name in keyof Types[Target]['create'] as Exclude<Name, Filled>]: InputOf<
    Types,
    Types[Target]['create'][Name]
  >
}

type SetsWithout<Types extends ApiTypes<Types>, Members, Filled extends string> = {
  readonly [Name in keyof Members as Exclude<Name, Filled>]: InputOf<Types, Members[Name]>
}

/** A record to change or remove in a relationship. */
export type Changed<
  Types extends ApiTypes<Types>,
  Target extends keyof Types,
  All = Target,
  IsNeeded = false,
> = Target extends keyof Types
  ?
      | ([Types[Target]['update']] extends [never]
          ? never
          : { readonly update: Named<Target, All> & { readonly id: string } & UpdateInput<Types, Target> })
      | (IsNeeded extends true
          ? never
          : Types[Target] extends { destroy: false }
            ? never
            : { readonly destroy: Named<Target, All> & { readonly id: string } })
  : never

/** A record to unlink, but not destroy. */
export interface Disassociated<Target> {
  readonly disassociate: Reference<Target>
}

/** A record to link to, in addition to the existing ones. */
export interface Associated<Target> {
  readonly associate: Reference<Target>
}

/** The type of a record; optional if there is only one type. */
export type Named<Target, All> = [All] extends [OnlyOne<All>]
  ? { readonly type?: Target }
  : { readonly type: Target }

/**
 * Rejects unknown members at any depth. Inference alone would accept them. An input of the general type has no unknown
 * members, so it is not checked.
 */
export type Checked<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Action extends 'create' | 'update',
  Input,
> =
  Written<Types, Types[Type][Action]> extends Input
    ? unknown
    : Known<Types, Type, Action, Types[Type][Action], Input>

type Known<
  Types extends ApiTypes<Types>,
  Type,
  Action extends 'create' | 'update',
  Members,
  Input,
  Also = never,
> = {
  readonly [Name in keyof Input]: Name extends keyof Members
    ? KnownLinks<Types, TargetOf<Exclude<Members[Name], undefined>>, Input[Name]>
    : Name extends Also
      ? Input[Name]
      : Mistake<`${Extract<Type, string>} have no "${Extract<Name, string>}" for ${Writes[Action]}`>
}

interface Writes {
  readonly create: 'a create'
  readonly update: 'an update'
}

type KnownLinks<Types extends ApiTypes<Types>, Target, Value> = [Target] extends [never]
  ? Value
  : Value extends readonly unknown[]
    ? { readonly [Index in keyof Value]: KnownLink<Types, Target, Value[Index]> }
    : KnownLink<Types, Target, Value>

type KnownLink<Types extends ApiTypes<Types>, Target, Entry> = Entry extends { readonly create: object }
  ? KnownChange<Types, Target, Entry, 'create'>
  : Entry extends { readonly update: object }
    ? KnownChange<Types, Target, Entry, 'update'>
    : Entry extends { readonly destroy: object }
      ? KnownChange<Types, Target, Entry, 'destroy'>
      : Entry extends { readonly disassociate: object }
        ? KnownChange<Types, Target, Entry, 'disassociate'>
        : Entry extends { readonly associate: object }
          ? KnownChange<Types, Target, Entry, 'associate'>
          : Entry extends ReadRecord
            ? Entry
            : KnownReference<Entry>

/**
 * A record returned by a read can also be used as a link. Its fields are not sent, because they are not
 * attributes to write.
 */
interface ReadRecord {
  readonly id: string
  readonly type: string
}

/**
 * Each change has exactly one member. An undefined member counts as missing, because the compiler adds such members to
 * literals of a union.
 */
type KnownChange<Types extends ApiTypes<Types>, Target, Entry, Change extends string> = {
  readonly [Name in keyof Entry]: Name extends Change
    ? Change extends 'create' | 'update'
      ? KnownOf<Types, Target, Change, Entry[Name]>
      : KnownId<Entry[Name], Change>
    : Entry[Name] extends undefined
      ? Entry[Name]
      : Mistake<`"${Change}" cannot be combined with "${Extract<Name, string>}"`>
}

type KnownReference<Entry> = {
  readonly [Name in keyof Entry]: Name extends 'id' | 'type'
    ? Entry[Name]
    : Entry[Name] extends undefined
      ? Entry[Name]
      : Mistake<`{ id } only links: write { update: { id, ${Extract<Name, string>} } } to change the record`>
}

type KnownId<Reference, Change extends string> = Reference extends ReadRecord
  ? Reference
  : {
      readonly [Name in keyof Reference]: Name extends 'id' | 'type'
        ? Reference[Name]
        : Mistake<`"${Change}" accepts only an id, not "${Extract<Name, string>}"`>
    }

/** If a relationship has several types, each input is checked against the type that it names. */
type KnownOf<Types extends ApiTypes<Types>, Target, Action extends 'create' | 'update', Input> = (
  Input extends { readonly type: infer Named } ? Extract<Target, Named> : Target
) extends infer Of
  ? Known<Types, Of, Action, Of extends keyof Types ? Types[Of][Action] : never, Input, 'id' | 'type'>
  : never
