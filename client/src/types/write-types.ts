import type { ApiTypes, ResourceTypes, ToMany, ToOne } from './resource-types.js'

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

type InputOf<Types extends ApiTypes<Types>, Member> =
  Member extends ToOne<infer Target>
    ? ToOneInput<Types, Target & keyof Types>
    : Member extends ToMany<infer Target>
      ? ToManyInput<Types, Target & keyof Types>
      : Member

/**
 * What a relationship to one record is to lead to: a record by its id, a new one, null for none; or what is to become of the one
 * that it leads to.
 */
export type ToOneInput<Types extends ApiTypes<Types>, Target extends keyof Types> =
  | Reference<Target>
  | Created<Types, Target>
  | Changed<Types, Target>
  | null

/**
 * What a relationship to many records is to lead to. A list of references is the whole set from then on, and may create records
 * too. A list of changes leaves alone what it does not name.
 */
export type ToManyInput<Types extends ApiTypes<Types>, Target extends keyof Types> =
  | readonly (Reference<Target> | Created<Types, Target>)[]
  | readonly (Created<Types, Target> | Changed<Types, Target> | Associated<Target>)[]

/** A record by its id; by its type too where a relationship leads to several types. */
export type Reference<Target> = Named<Target, Target> & { readonly id: string }

/** A new record. */
export type Created<
  Types extends ApiTypes<Types>,
  Target extends keyof Types,
  All = Target,
> = Target extends keyof Types ? { readonly create: Named<Target, All> & CreateInput<Types, Target> } : never

/** A record of the relationship that changes, goes, or is unlinked. */
export type Changed<Types extends ApiTypes<Types>, Target extends keyof Types, All = Target> =
  | (Target extends keyof Types
      ? { readonly update: Named<Target, All> & { readonly id: string } & UpdateInput<Types, Target> }
      : never)
  | { readonly destroy: Reference<Target> }
  | { readonly disassociate: Reference<Target> }

/** A record that is linked besides those that are. */
export interface Associated<Target> {
  readonly associate: Reference<Target>
}

/** The type of a record; it goes without saying where there is one alone. */
type Named<Target, All> = [All] extends [OnlyOne<All>]
  ? { readonly type?: Target }
  : { readonly type: Target }

/** The member of a union that has one, else never. */
type OnlyOne<Union, Member = Union> = Member extends unknown
  ? [Union] extends [Member]
    ? Member
    : never
  : never

/** The relationships among what was written. */
export type WrittenRelationships<R extends ResourceTypes, Keys> = Extract<
  Keys,
  keyof R['relationships'] & string
>
