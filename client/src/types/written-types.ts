import type { ApiTypes, TargetOf } from './resource-types.js'

/**
 * The relationships that an input names, as include paths. A path that may be missing from the result is
 * prefixed with a question mark: some records in a list may not contain it, or it may refer back to the
 * parent record.
 */
export type WrittenPath<
  Types extends ApiTypes<Types>,
  Members,
  Input,
  Back = never,
  Depth extends readonly unknown[] = [],
> = Depth['length'] extends 10
  ? never
  : {
      [Name in Extract<keyof Input, string>]-?: PathsFrom<
        Types,
        MemberOf<Members, Name>,
        Input[Name],
        Name,
        Back,
        [...Depth, unknown]
      >
    }[Extract<keyof Input, string>]

/** The type of a member, taken from every type in a union that has the member. */
type MemberOf<Members, Name> = Members extends unknown
  ? Name extends keyof Members
    ? Exclude<Members[Name], undefined>
    : never
  : never

type PathsFrom<
  Types extends ApiTypes<Types>,
  Member,
  Value,
  Name extends string,
  Back,
  Depth extends readonly unknown[],
> = [TargetOf<Member>] extends [never]
  ? never
  : undefined extends Value
    ? `?${Name}`
    : IsSure<Value, Name, Back, Depth> extends true
      ? Name | `${Name}.${Below<Types, Member, Value, Depth>}`
      : Unsure<Name | `${Name}.${Below<Types, Member, Value, Depth>}`>

/**
 * Whether the result has a relationship. Below the record itself, the result lacks relationships that lead back to the
 * parent record or have no records left.
 */
type IsSure<Value, Name, Back, Depth extends readonly unknown[]> = Depth['length'] extends 1
  ? true
  : Value extends readonly (infer Entry)[]
    ? [Exclude<Entry, Creating>] extends [never]
      ? true
      : false
    : [Extract<Value, Leaving>] extends [never]
      ? [Exclude<Value, Creating | null>] extends [never]
        ? true
        : [Extract<Name, Back>] extends [never]
          ? true
          : false
      : false

type Below<
  Types extends ApiTypes<Types>,
  Member,
  Value,
  Depth extends readonly unknown[],
> = Value extends readonly (infer Entry)[]
  ? PathBelow<Types, TargetOf<Member>, Entry, FilledOf<Member>, Depth>
  : PathBelow<Types, TargetOf<Member>, Value, string, Depth>

type FilledOf<Member> = Member extends { readonly filled?: infer Filled } ? Filled : never

/** The paths below the given records. A path that only some of the records have may be missing. */
type PathBelow<
  Types extends ApiTypes<Types>,
  Target,
  Entry,
  Back,
  Depth extends readonly unknown[],
  All = PathOfEntry<Types, Target, Entry, Back, Depth>,
> = All extends string
  ? [Lacking<Types, Target, Entry, Back, Depth, All>] extends [never]
    ? All
    : Unsure<All>
  : never

type PathOfEntry<
  Types extends ApiTypes<Types>,
  Target,
  Entry,
  Back,
  Depth extends readonly unknown[],
> = Entry extends { readonly create: infer Input }
  ? WrittenPath<Types, MembersOf<Types, Target, 'create'>, Input, Back, Depth>
  : Entry extends { readonly update: infer Input }
    ? WrittenPath<Types, MembersOf<Types, Target, 'update'>, Input, Back, Depth>
    : never

type MembersOf<
  Types extends ApiTypes<Types>,
  Target,
  Action extends 'create' | 'update',
> = Target extends keyof Types ? Types[Target][Action] : never

/** The records that the write keeps and whose entries do not name a path. */
type Lacking<
  Types extends ApiTypes<Types>,
  Target,
  Entry,
  Back,
  Depth extends readonly unknown[],
  Path,
> = Entry extends Leaving | null
  ? never
  : Path extends PathOfEntry<Types, Target, Entry, Back, Depth>
    ? never
    : Entry

interface Creating {
  readonly create: unknown
}

type Leaving = { readonly destroy: unknown } | { readonly disassociate: unknown }

/** `?a.b` for `a.b`, and for `a.?b`. */
type Unsure<Path extends string> = Path extends `${infer Before}?${infer Behind}`
  ? Unsure<`${Before}${Behind}`>
  : `?${Path}`
