import type { CallOptions } from '../send.js'
import type {
  ExtraFieldsOf,
  FieldsOf,
  FiltersOf,
  FiltersOfIncluded,
  IncludeOf,
  ListQuery,
  Nothing,
  OneQuery,
  RecordQuery,
} from './query-types.js'
import type { Identifier, ListOf, OneOf, PageLinks, RecordOf } from './record-types.js'
import type {
  AnyToMany,
  ApiTypes,
  LooseName,
  RelatedType,
  RelationshipName,
  RelationshipOf,
  ToManyName,
} from './resource-types.js'
import type { Included, Selection } from './selection-types.js'
import type {
  CreateInput,
  Reference,
  UnsureRelationships,
  UpdateInput,
  WrittenRelationships,
} from './write-types.js'

/** The calls to one type: those whose action has an address. */
export type Collection<Types extends ApiTypes<Types>, Type extends keyof Types> = Pick<
  Calls<Types, Type>,
  CallsOf[Extract<Types[Type]['actions'], keyof CallsOf>]
>

interface CallsOf {
  readonly index: 'list' | 'each'
  readonly show: 'find' | 'related' | 'relationship'
  readonly create: 'create'
  readonly update: 'update' | 'updateRelationship' | 'addToRelationship' | 'removeFromRelationship'
  readonly destroy: 'destroy'
}

/** Every call to one type. */
export interface Calls<Types extends ApiTypes<Types>, Type extends keyof Types> {
  /**
   * Reads a list.
   *
   * ```ts
   * const { data, meta } = await api.posts.list({ filter: { views: { gt: 10 } }, include: ['author', 'comments'] })
   * data[0]?.author?.name
   * ```
   */
  list<
    const Include extends IncludeOf<Types, Type, 'index'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
    Filtered extends keyof FiltersOf<Types, Type> = never,
  >(
    ...rest: ListArguments<Types, Type, Include, Fields, Extra, Filtered>
  ): Promise<ListOf<RecordOf<Types, Type, Selection<Include, Fields, Extra, Filtered>>>>
  /**
   * Reads every record of a list, page by page: by cursors, so that none is lost or read twice while others write. A query with
   * `page: { number: 1 }` goes by numbers, for a sort that has no cursors.
   *
   * ```ts
   * for await (const post of api.posts.each({ sort: '-views' })) console.log(post.title)
   * ```
   */
  each<
    const Include extends IncludeOf<Types, Type, 'index'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
    Filtered extends keyof FiltersOf<Types, Type> = never,
  >(
    ...rest: ListArguments<Types, Type, Include, Fields, Extra, Filtered>
  ): AsyncGenerator<RecordOf<Types, Type, Selection<Include, Fields, Extra, Filtered>>, void, undefined>
  /**
   * Reads one record.
   *
   * ```ts
   * const { data: post } = await api.posts.find('1', { include: 'comments' })
   * ```
   */
  find<
    const Include extends IncludeOf<Types, Type, 'show'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
    Filtered extends keyof FiltersOfIncluded<Types, Type> = never,
  >(
    id: string,
    query?: OneQuery<Types, Type, Include, Fields, Extra, Filtered>,
    call?: CallOptions,
  ): Promise<OneOf<RecordOf<Types, Type, Selection<Include, Fields, Extra, Filtered>>>>
  /**
   * Creates a record and what belongs to it, all or nothing. The answer has the relationships that the input names.
   *
   * ```ts
   * const { data } = await api.posts.create({ title, body, author: { id: '1' }, comments: [{ create: { body } }] })
   * data.comments[0]?.id
   * ```
   */
  create<
    const Names extends keyof CreateInput<Types, Type>,
    const Include extends IncludeOf<Types, Type, 'create'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
  >(
    input: CreateInput<Types, Type> & Given<CreateInput<Types, Type>, Names>,
    query?: RecordQuery<Types, Include, Fields, Extra>,
    call?: CallOptions,
  ): Promise<OneOf<WrittenOf<Types, Type, Names, Selection<Include, Fields, Extra>>>>
  /** The same, of an input whose type does not tell what it names: its relationships are optional in the answer. */
  create<
    const Include extends IncludeOf<Types, Type, 'create'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
  >(
    input: CreateInput<Types, Type>,
    query?: RecordQuery<Types, Include, Fields, Extra>,
    call?: CallOptions,
  ): Promise<OneOf<UnsureOf<Types, Type, CreateInput<Types, Type>, Selection<Include, Fields, Extra>>>>
  /**
   * Changes a record and what belongs to it, all or nothing.
   *
   * ```ts
   * await api.posts.update('1', { title, comments: [{ update: { id: '7', body } }, { destroy: { id: '8' } }] })
   * ```
   */
  update<
    const Names extends keyof UpdateInput<Types, Type>,
    const Include extends IncludeOf<Types, Type, 'update'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
  >(
    id: string,
    input: UpdateInput<Types, Type> & Given<UpdateInput<Types, Type>, Names>,
    query?: RecordQuery<Types, Include, Fields, Extra>,
    call?: CallOptions,
  ): Promise<OneOf<WrittenOf<Types, Type, Names, Selection<Include, Fields, Extra>>>>
  /** The same, of an input whose type does not tell what it names: its relationships are optional in the answer. */
  update<
    const Include extends IncludeOf<Types, Type, 'update'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
  >(
    id: string,
    input: UpdateInput<Types, Type>,
    query?: RecordQuery<Types, Include, Fields, Extra>,
    call?: CallOptions,
  ): Promise<OneOf<UnsureOf<Types, Type, UpdateInput<Types, Type>, Selection<Include, Fields, Extra>>>>
  /** Destroys a record. */
  destroy(id: string, call?: CallOptions): Promise<void>
  /**
   * Reads what a relationship leads to, as primary data with filters, sort and pages of its own.
   *
   * ```ts
   * const { data: comments } = await api.posts.related('1', 'comments', { sort: '-createdAt', page: { size: 2 } })
   * ```
   */
  related<
    Name extends RelationshipName<Types[Type]>,
    const Include extends IncludeOf<
      Types,
      RelatedType<Types, Type, Name>,
      IsMany<Types, Type, Name> extends true ? 'index' : 'show'
    > = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
    Filtered extends keyof FiltersOf<Types, RelatedType<Types, Type, Name>> = never,
  >(
    id: string,
    name: Name,
    ...rest: RelatedArguments<Types, Type, Name, Include, Fields, Extra, Filtered>
  ): Promise<Related<Types, Type, Name, Selection<Include, Fields, Extra, Filtered>>>
  /** Reads which records a relationship leads to: types and ids alone. */
  relationship<Name extends RelationshipName<Types[Type]>>(
    id: string,
    name: Name,
    ...rest: LinkageArguments<Types, Type, Name>
  ): Promise<Linkage<Types, Type, Name>>
  /** Replaces what a relationship leads to. */
  updateRelationship<Name extends RelationshipName<Types[Type]>>(
    id: string,
    name: Name,
    data: IsMany<Types, Type, Name> extends true
      ? readonly Reference<RelatedType<Types, Type, Name>>[]
      : Reference<RelatedType<Types, Type, Name>> | NullTaken<Types, Type, Name>,
    call?: CallOptions,
  ): Promise<void>
  /** Adds records to a relationship; those that are there stay. */
  addToRelationship<Name extends ToManyName<Types, Type>>(
    id: string,
    name: Name,
    data: readonly Reference<RelatedType<Types, Type, Name>>[],
    call?: CallOptions,
  ): Promise<void>
  /** Takes records out of a relationship; the records stay. Not of one whose records have a key that is never null. */
  removeFromRelationship<Name extends LooseName<Types, Type>>(
    id: string,
    name: Name,
    data: readonly Reference<RelatedType<Types, Type, Name>>[],
    call?: CallOptions,
  ): Promise<void>
}

/** A query is needed where a filter is. */
type ListArguments<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Include,
  Fields,
  Extra,
  Filtered extends PropertyKey,
> = [Types[Type]['required']] extends [never]
  ? [query?: ListQuery<Types, Type, Include, Fields, Extra, Filtered>, call?: CallOptions]
  : [query: ListQuery<Types, Type, Include, Fields, Extra, Filtered>, call?: CallOptions]

/** What an input names, and what it names is there. */
type Given<Input, Names extends keyof Input> = {
  readonly [Name in Names]-?: Exclude<Input[Name], undefined>
}

type WrittenOf<Types extends ApiTypes<Types>, Type extends keyof Types, Names, Q> = RecordOf<
  Types,
  Type,
  Q,
  Included<Q> | WrittenRelationships<Types[Type], Names>
>

type UnsureOf<Types extends ApiTypes<Types>, Type extends keyof Types, Members, Q> = RecordOf<
  Types,
  Type,
  Q,
  Included<Q> | UnsureRelationships<Types[Type], Members>
>

type IsMany<Types extends ApiTypes<Types>, Type extends keyof Types, Name> =
  RelationshipOf<Types, Type, Name> extends AnyToMany ? true : false

type RelatedArguments<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Name,
  Include,
  Fields,
  Extra,
  Filtered extends PropertyKey,
> =
  IsMany<Types, Type, Name> extends true
    ? ListArguments<Types, RelatedType<Types, Type, Name>, Include, Fields, Extra, Filtered>
    : [
        query?: OneQuery<Types, RelatedType<Types, Type, Name>, Include, Fields, Extra, Filtered>,
        call?: CallOptions,
      ]

type LinkageArguments<Types extends ApiTypes<Types>, Type extends keyof Types, Name> =
  IsMany<Types, Type, Name> extends true
    ? LinkageQuery<Types, RelatedType<Types, Type, Name>>
    : [query?: Nothing, call?: CallOptions]

type LinkageQuery<Types extends ApiTypes<Types>, Target extends keyof Types> = [
  Types[Target]['required'],
] extends [never]
  ? [query?: OfLinks<Types, Target>, call?: CallOptions]
  : [query: OfLinks<Types, Target>, call?: CallOptions]

type OfLinks<Types extends ApiTypes<Types>, Target extends keyof Types> = Omit<
  ListQuery<Types, Target, never, Nothing, Nothing>,
  'include' | 'fields' | 'extraFields'
>

/** Null, where a relationship to one record may lead to none. */
type NullOf<Types extends ApiTypes<Types>, Type extends keyof Types, Name> =
  RelationshipOf<Types, Type, Name> extends { readonly target: infer Target } ? Extract<Target, null> : never

/** Null, where a write may say it. */
type NullTaken<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Name,
> = Name extends keyof Types[Type]['update']
  ? Exclude<Types[Type]['update'][Name], undefined> extends { readonly target: infer Target }
    ? Extract<Target, null>
    : never
  : never

type Related<Types extends ApiTypes<Types>, Type extends keyof Types, Name, Q> =
  IsMany<Types, Type, Name> extends true
    ? ListOf<RecordOf<Types, RelatedType<Types, Type, Name>, Q>>
    : OneOf<RecordOf<Types, RelatedType<Types, Type, Name>, Q> | NullOf<Types, Type, Name>>

type Linkage<Types extends ApiTypes<Types>, Type extends keyof Types, Name> =
  IsMany<Types, Type, Name> extends true
    ? OneOf<readonly Identifier<RelatedType<Types, Type, Name>>[]> & { readonly page: PageLinks }
    : OneOf<Identifier<RelatedType<Types, Type, Name>> | NullOf<Types, Type, Name>>
