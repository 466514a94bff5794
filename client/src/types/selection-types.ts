import type { OnlyOne } from './resource-types.js'

/** What of a query decides the type of its result. */
export interface Selection<Include, Fields, Extra, Filtered extends PropertyKey = never> {
  readonly include?: Include
  readonly fields?: Fields
  readonly extraFields?: Extra
  readonly filter?: { readonly [Name in Filtered]: unknown }
}

/**
 * The include paths of a selection, each as a member of a union. One that the types can't tell to be asked for, such as of a list
 * that is made while the program runs, has a question mark in front.
 */
export type Included<Q> = Q extends { readonly include?: infer Paths } ? PathsOf<Paths> : never

/** The relationships that are sure to be included, by their names. */
export type SureName<Include> = Segment<Exclude<PathsOf<Include>, `?${string}`>>

type Segment<Path extends string> = Path extends `${infer First}.${infer Rest}` ? First | Segment<Rest> : Path

/** The first name of a path that is sure to be asked for. */
export type Head<Path extends string> = Path extends `?${string}`
  ? never
  : Path extends `${infer First}.${string}`
    ? First
    : Path

type PathsOf<Paths, Each = Paths> = [Paths] extends [never]
  ? never
  : [OnlyOne<Paths>] extends [never]
    ? Each extends readonly (infer Path)[]
      ? `?${Extract<Path, string>}`
      : `?${Extract<Each, string>}`
    : Paths extends readonly (infer Path)[]
      ? number extends Paths['length']
        ? `?${Extract<Path, string>}`
        : { [Index in keyof Paths]: Sure<Paths[Index]> }[number]
      : Extract<Paths, string>

/** A path of a list that stands there as it is. */
type Sure<Path> = [OnlyOne<Path>] extends [never] ? `?${Extract<Path, string>}` : Extract<Path, string>

/** The members of a type that a query asks for. Those that the types can't tell to be asked for are optional. */
export type Chosen<Members, Q, Parameter extends 'fields' | 'extraFields', Type> =
  ListFor<Q, Parameter, Type> extends infer List
    ? [List] extends [Unasked]
      ? Parameter extends 'fields'
        ? Members
        : unknown
      : [SureNames<List>] extends [never]
        ? Unsure<Members, List, Parameter>
        : { readonly [Name in keyof Members as Extract<Name, SureNames<List>>]: Members[Name] }
    : never

/** Says that a query does not tell what it wants of a type: all of its fields, and no extra field. */
interface Unasked {
  readonly unasked: true
}

type ListFor<Q, Parameter extends string, Type> = Q extends { readonly [Name in Parameter]?: infer Asked }
  ? AskedOf<Asked, Type>
  : Unasked

type AskedOf<Asked, Type> = Asked extends undefined
  ? never
  : Type extends keyof Asked
    ? Exclude<Asked[Type], undefined> | (undefined extends Asked[Type] ? Unasked : never)
    : Unasked

/** The names of one list that stands there as it is; never of any other. */
export type SureNames<List> = [OnlyOne<List>] extends [never]
  ? never
  : List extends readonly unknown[]
    ? number extends List['length']
      ? never
      : true extends { [Index in keyof List]: [OnlyOne<List[Index]>] extends [never] ? true : false }[number]
        ? never
        : List[number]
    : never

type Unsure<Members, List, Parameter> = {
  readonly [
    Name in keyof Members as Asking<List, Name, Parameter> extends never ? never : Name
  ]?: Members[Name]
}

/** Whether one of some lists may have a name. */
type Asking<List, Name, Parameter> = List extends readonly (infer Asked)[]
  ? Extract<Name, Asked>
  : Parameter extends 'fields'
    ? Name
    : never
