import type { AnyToMany, ApiTypes, OnlyOne, TargetOf, ToMany, ToOne } from './resource-types.js'

/** What a create takes: attributes, and what relationships lead to. */
export type CreateInput<Types extends ApiTypes<Types>, Type extends keyof Types> = Written<
  Types,
  Types[Type]['create']
>

/** What an update takes: what is to change. */
export type UpdateInput<Types extends ApiTypes<Types>, Type extends keyof Types> = Written<
  Types,
  Types[Type]['update']
>

type Written<Types extends ApiTypes<Types>, Members> = {
  readonly [Name in keyof Members]: InputOf<Types, Members[Name]>
}

type InputOf<Types extends ApiTypes<Types>, Member> = Member extends AnyToMany
  ? Member extends ToMany<infer Target, infer Filled, infer Held>
    ? ToManyInput<Types, Target & keyof Types, Filled, Held>
    : never
  : Member extends ToOne<infer Target, infer Filled>
    ?
        | ToOneInput<Types, Extract<Target, keyof Types>, Filled>
        | Linking<Types, Extract<Target, keyof Types>, Filled, Emptied<Target>>
    : Member

/**
 * What a relationship to one record is to lead to: a record by its id, a new one; or what is to become of the one that it
 * leads to. Null, for none, is taken where it may be.
 */
export type ToOneInput<
  Types extends ApiTypes<Types>,
  Target extends keyof Types,
  Filled extends string = never,
> =
  | Linking<Types, Target, Filled, Reference<Target>>
  | Created<Types, Target, Filled>
  | Changed<Types, Target>

/** What links records, or unlinks them: where a key of theirs does it, nobody can where nobody may update them. */
type Linking<Types extends ApiTypes<Types>, Target extends keyof Types, Filled, Link> = [Filled] extends [
  never,
]
  ? Link
  : [Types[Target]['update']] extends [never]
    ? never
    : Link

/** What empties a relationship to one record, where it may be empty. */
type Emptied<Target> = null extends Target ? Disassociated<Extract<Target, string>> | null : never

/**
 * What a relationship to many records is to lead to. A list of references is the whole set from then on, and may create records
 * too. A list of changes leaves alone what it does not name.
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

/** A record by its id; by its type too where a relationship leads to several types. */
export type Reference<Target> = Named<Target, Target> & { readonly id: string }

/** A new record. What it has by being created in a relationship may be left out. */
export type Created<
  Types extends ApiTypes<Types>,
  Target extends keyof Types,
  Filled extends string,
  All = Target,
> = Target extends keyof Types
  ? [Types[Target]['create']] extends [never]
    ? never
    : { readonly create: Named<Target, All> & Without<CreateInput<Types, Target>, Filled> }
  : never

type Without<Input, Filled extends string> = [Filled] extends [never]
  ? Input
  : Omit<Input, Filled> & { readonly [Name in Extract<keyof Input, Filled>]?: Input[Name] }

/** A record of the relationship that changes or goes. */
export type Changed<
  Types extends ApiTypes<Types>,
  Target extends keyof Types,
  All = Target,
> = Target extends keyof Types
  ?
      | ([Types[Target]['update']] extends [never]
          ? never
          : { readonly update: Named<Target, All> & { readonly id: string } & UpdateInput<Types, Target> })
      | (Types[Target] extends { destroy: false }
          ? never
          : { readonly destroy: Named<Target, All> & { readonly id: string } })
  : never

/** A record that is unlinked, and stays. */
export interface Disassociated<Target> {
  readonly disassociate: Reference<Target>
}

/** A record that is linked besides those that are. */
export interface Associated<Target> {
  readonly associate: Reference<Target>
}

/** The type of a record; it goes without saying where there is one alone. */
type Named<Target, All> = [All] extends [OnlyOne<All>]
  ? { readonly type?: Target }
  : { readonly type: Target }

/**
 * An input without a member that nobody knows, at any depth: inference alone would let it pass. One whose type is that of all inputs
 * has none, and is not walked through.
 */
export type Checked<Types extends ApiTypes<Types>, Members, Input> =
  Written<Types, Members> extends Input ? unknown : Known<Types, Members, Input>

type Known<Types extends ApiTypes<Types>, Members, Input, Also = never> = {
  readonly [Name in keyof Input]: Name extends keyof Members
    ? KnownLinks<Types, TargetOf<Exclude<Members[Name], undefined>>, Input[Name]>
    : Name extends Also
      ? Input[Name]
      : never
}

type KnownLinks<Types extends ApiTypes<Types>, Target, Value> = [Target] extends [never]
  ? Value
  : Value extends readonly unknown[]
    ? { readonly [Index in keyof Value]: KnownLink<Types, Target, Value[Index]> }
    : KnownLink<Types, Target, Value>

type KnownLink<Types extends ApiTypes<Types>, Target, Entry> = Entry extends { readonly create: infer New }
  ? { readonly create: KnownOf<Types, Target, 'create', New> }
  : Entry extends { readonly update: infer Change }
    ? { readonly update: KnownOf<Types, Target, 'update', Change> }
    : Entry

/** Where a relationship leads to several types, each input is of the one that it names. */
type KnownOf<Types extends ApiTypes<Types>, Target, Action extends 'create' | 'update', Input> = (
  Input extends { readonly type: infer Named } ? Extract<Target, Named> : Target
) extends infer Of
  ? Known<Types, Of extends keyof Types ? Types[Of][Action] : never, Input, 'id' | 'type'>
  : never
