import type { CallOptions } from './call-types.js'
import type { Mistake } from './mistake.js'
import type { Nothing } from './query-types.js'
import type { RecordOf } from './record-types.js'
import type {
  AnyToMany,
  ApiTypes,
  LooseName,
  RelatedType,
  TargetOf,
  ToMany,
  ToOne,
  WritableManyName,
  WritableName,
} from './resource-types.js'
import type { Linking, Named, Reference } from './write-types.js'

/** The call that the extension `operations` adds to a client. */
export interface Operations<Types extends ApiTypes<Types>> {
  /**
   * Sends several writes in one request. Either all of them succeed or none do. The result is a list in the order of
   * the operations. It contains the record that each operation added or changed, and undefined for any other operation.
   *
   * ```ts
   * const [tag, post] = await api.operations([
   *   { op: 'add', type: 'tags', lid: 't1', data: { name: 'gardens' } },
   *   { op: 'add', type: 'posts', data: { title, body, author: { id: '1' }, tags: [{ lid: 't1' }] } },
   *   { op: 'remove', type: 'comments', id: '1' },
   * ]);
   * ```
   *
   * A `lid` names a record that an operation adds, so that later operations can refer to it.
   */
  operations<const All extends readonly Operation<Types>[]>(
    operations: All & CheckedOperations<Types, NoInfer<All>>,
    call?: CallOptions,
  ): Promise<OperationResults<Types, All>>
}

/** One operation: a record that is added, changed or removed, or a change to a relationship's records. */
export type Operation<Types extends ApiTypes<Types>> = {
  [Type in keyof Types]: OperationOn<Types, Type>
}[keyof Types]

type OperationOn<Types extends ApiTypes<Types>, Type extends keyof Types> =
  | ('create' extends Types[Type]['actions'] ? Adding<Types, Type> : never)
  | ('update' extends Types[Type]['actions'] ? Updating<Types, Type> | Relating<Types, Type> : never)
  | ('destroy' extends Types[Type]['actions'] ? Removing<Type> : never)

interface Adding<Types extends ApiTypes<Types>, Type extends keyof Types> {
  readonly op: 'add'
  readonly type: Type
  readonly lid?: string
  readonly relationship?: never
  readonly data: OperationInput<Types, Type, 'create'>
}

type Updating<Types extends ApiTypes<Types>, Type extends keyof Types> = {
  readonly op: 'update'
  readonly type: Type
  readonly relationship?: never
  readonly data: OperationInput<Types, Type, 'update'>
} & Which

type Removing<Type> = {
  readonly op: 'remove'
  readonly type: Type
  readonly relationship?: never
  readonly data?: never
} & Which

type Relating<Types extends ApiTypes<Types>, Type extends keyof Types> = (
  | RelatingBy<Types, Type, 'update', WritableName<Types, Type>>
  | RelatingBy<Types, Type, 'add', WritableManyName<Types, Type>>
  | RelatingBy<Types, Type, 'remove', LooseName<Types, Type>>
) &
  Which

type RelatingBy<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Op,
  Name,
> = Name extends keyof Types[Type]['update']
  ? {
      readonly op: Op
      readonly type: Type
      readonly relationship: Name
      readonly data: LinkageInput<Types, Exclude<Types[Type]['update'][Name], undefined>>
    }
  : never

/** The target of an operation: an existing record, or a record that an earlier operation adds. */
type Which = { readonly id: string; readonly lid?: never } | { readonly lid: string; readonly id?: never }

/** The input of an operation: attributes, and relationships to records by their ids or lids, without nested records. */
export type OperationInput<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Action extends 'create' | 'update',
> = Linkages<Types, Types[Type][Action]>

type Linkages<Types extends ApiTypes<Types>, Members> = {
  readonly [Name in keyof Members]: LinkageInput<Types, Members[Name]>
}

type LinkageInput<Types extends ApiTypes<Types>, Member> = Member extends AnyToMany
  ? Member extends ToMany<infer Target, infer Filled>
    ? readonly Linking<Types, Target & keyof Types, Filled, OperationReference<Target>>[]
    : never
  : Member extends ToOne<infer Target, infer Filled, boolean>
    ? Linking<
        Types,
        Extract<Target, keyof Types>,
        Filled,
        OperationReference<Extract<Target, string>> | Extract<Target, null>
      >
    : Member

/**
 * Identifies a record by its id, or by the lid of the operation that adds it. If a relationship has several types, the
 * type is also required.
 */
export type OperationReference<Target> =
  | Reference<Target>
  | (Named<Target, Target> & { readonly lid: string })

/** Operations without unknown members, and without a lid that no operation defines. */
type CheckedOperations<Types extends ApiTypes<Types>, All extends readonly unknown[]> = {
  readonly [Index in keyof All]: CheckedOperation<Types, All[Index], Lids<All[number]>>
}

/** The lids that operations define, each prefixed with its type. */
type Lids<Op> = Op extends { readonly op: 'add'; readonly type: infer Type; readonly lid: infer Lid }
  ? Op extends { readonly relationship: string }
    ? never
    : `${Extract<Type, string>} ${Extract<Lid, string>}`
  : never

type CheckedOperation<Types extends ApiTypes<Types>, Op, Given> = Op extends {
  readonly type: infer Type extends keyof Types
}
  ? {
      readonly [Name in keyof Op]: Name extends 'data'
        ? Op extends { readonly relationship: infer Relationship }
          ? CheckedLinks<RelatedType<Types, Type, Relationship>, Op[Name], Given>
          : Op extends { readonly op: 'add' }
            ? CheckedInput<Type, 'add', Types[Type]['create'], Op[Name], Given>
            : CheckedInput<Type, 'update', Types[Type]['update'], Op[Name], Given>
        : Name extends 'lid'
          ? CheckedLid<Type, Op[Name], Given | Lids<Op>>
          : Name extends 'op' | 'type' | 'id' | 'relationship'
            ? Op[Name]
            : Mistake<`An operation has no "${Extract<Name, string>}"`>
    }
  : Op

type CheckedInput<Type, Op extends string, Members, Input, Given> = {
  readonly [Name in keyof Input]: Name extends keyof Members
    ? CheckedLinks<TargetOf<Exclude<Members[Name], undefined>>, Input[Name], Given>
    : Mistake<`${Extract<Type, string>} have no "${Extract<Name, string>}" for "${Op}"`>
}

type CheckedLinks<Target, Value, Given> = [Target] extends [never]
  ? Value
  : Value extends readonly unknown[]
    ? { readonly [Index in keyof Value]: CheckedLink<Target, Value[Index], Given> }
    : CheckedLink<Target, Value, Given>

// A record returned by a read can also be used as a link, so a type is allowed.
type CheckedLink<Target, Link, Given> = Link extends { readonly id: string; readonly type: string }
  ? Link
  : {
      readonly [Name in keyof Link]: Name extends 'lid'
        ? Link[Name] extends string
          ? CheckedLid<Link extends { readonly type: infer Type } ? Type : Target, Link[Name], Given>
          : Link[Name]
        : Name extends 'id' | 'type'
          ? Link[Name]
          : Link[Name] extends undefined
            ? Link[Name]
            : Mistake<`A link has no "${Extract<Name, string>}": change it in a separate "update" operation`>
    }

type CheckedLid<Type, Lid, Given> = `${Extract<Type, string>} ${Extract<Lid, string>}` extends Given
  ? Lid
  : Mistake<`No operation adds ${Extract<Type, string>} with the lid "${Extract<Lid, string>}"`>

/** The results, in the order of the operations. */
export type OperationResults<Types extends ApiTypes<Types>, All extends readonly unknown[]> = {
  readonly [Index in keyof All]: ResultOf<Types, All[Index]>
}

type ResultOf<Types extends ApiTypes<Types>, Op> = Op extends
  | { readonly relationship: string }
  | { readonly op: 'remove' }
  ? undefined
  : Op extends { readonly type: infer Type extends keyof Types }
    ? RecordOf<Types, Type, Nothing>
    : undefined
