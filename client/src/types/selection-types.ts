import type { OnlyOne } from './resource-types.js'

/** The parts of a query that determine its result type. */
export interface Selection<Include, Fields, Extra, Filtered extends PropertyKey = never> {
  readonly include?: Include
  readonly fields?: Fields
  readonly extraFields?: Extra
  readonly filter?: { readonly [Name in Filtered]: unknown }
}

/**
 * The include paths of a selection, each as a member of a union. A path that might not be requested, as in a list
 * that is built at run time, is prefixed with a question mark.
 */
export type Included<Q> = Q extends { readonly include?: infer Paths } ? PathsOf<Paths> : never

/** The names of the relationships that are always included. */
export type SureName<Include> = Segment<Exclude<PathsOf<Include>, `?${string}`>>

type Segment<Path extends string> = Path extends `${infer First}.${infer Rest}` ? First | Segment<Rest> : Path

/** The first name of a path that is always requested. */
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

/** An include path in a list of literals. */
type Sure<Path> = [OnlyOne<Path>] extends [never] ? `?${Extract<Path, string>}` : Extract<Path, string>

/** The requested members of a type. Members that might not have been requested are optional. */
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

/** The query does not mention the type, so the result contains all fields and no extra fields. */
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

/** The names in a literal list; never for any other list. */
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

/** Whether one of the lists may contain a name. */
type Asking<List, Name, Parameter> = List extends readonly (infer Asked)[]
  ? Extract<Name, Asked>
  : Parameter extends 'fields'
    ? Name
    : never
