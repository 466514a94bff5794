import type { CallOptions, FindOptions } from '../send.js'
import type {
  ExtraFieldsOf,
  FieldsOf,
  FiltersOf,
  FiltersOfIncluded,
  IncludeOf,
  LinksQuery,
  ListQuery,
  Nothing,
  OneQuery,
} from './query-types.js'
import type { Identifier, ListOf, OneOf, PageLinks, RecordOf } from './record-types.js'
import type {
  AnyToMany,
  ApiTypes,
  LooseName,
  RelatedType,
  RelationshipName,
  RelationshipOf,
  WritableManyName,
  WritableName,
} from './resource-types.js'
import type { Included, Selection } from './selection-types.js'
import type { Checked, CreateInput, Reference, UpdateInput } from './write-types.js'
import type { WrittenPath } from './written-types.js'

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
    ...rest: ListArguments<Types, Type, ListQuery<Types, Type, Include, Fields, Extra, Filtered>>
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
    ...rest: ListArguments<Types, Type, ListQuery<Types, Type, Include, Fields, Extra, Filtered, 'cursor'>>
  ): AsyncGenerator<RecordOf<Types, Type, Selection<Include, Fields, Extra, Filtered>>, void, undefined>
  /**
   * Reads one record.
   *
   * ```ts
   * const { data: post } = await api.posts.find('1', { include: 'comments' })
   * const { data: author } = await api.authors.find('me', {}, { alias: true })
   * ```
   *
   * Rejects an answer with another id than the one asked for, unless it is said to be an alias (rule 27.6).
   */
  find<
    const Include extends IncludeOf<Types, Type, 'show'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
    Filtered extends keyof FiltersOfIncluded<Types, Type> = never,
  >(
    id: string,
    query?: OneQuery<Types, Type, Include, Fields, Extra, Filtered>,
    call?: FindOptions,
  ): Promise<OneOf<RecordOf<Types, Type, Selection<Include, Fields, Extra, Filtered>>>>
  /**
   * Creates a record and what belongs to it, all or nothing. The answer has the relationships that the input names, at any depth.
   *
   * ```ts
   * const { data } = await api.posts.create({ title, body, author: { id: '1' }, comments: [{ create: { body } }] })
   * data.comments[0]?.id
   * ```
   */
  create<
    const Input extends CreateInput<Types, Type>,
    const Include extends IncludeOf<Types, Type, 'create'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
    Filtered extends keyof FiltersOfIncluded<Types, Type> = never,
  >(
    input: Input & Checked<Types, Types[Type]['create'], NoInfer<Input>>,
    query?: OneQuery<Types, Type, Include, Fields, Extra, Filtered>,
    call?: CallOptions,
  ): Promise<
    OneOf<WrittenOf<Types, Type, Types[Type]['create'], Input, Selection<Include, Fields, Extra, Filtered>>>
  >
  /**
   * Changes a record and what belongs to it, all or nothing. The answer has the relationships that the input names, at any depth.
   *
   * ```ts
   * await api.posts.update('1', { title, comments: [{ update: { id: '7', body } }, { destroy: { id: '8' } }] })
   * ```
   */
  update<
    const Input extends UpdateInput<Types, Type>,
    const Include extends IncludeOf<Types, Type, 'update'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
    Filtered extends keyof FiltersOfIncluded<Types, Type> = never,
  >(
    id: string,
    input: Input & Checked<Types, Types[Type]['update'], NoInfer<Input>>,
    query?: OneQuery<Types, Type, Include, Fields, Extra, Filtered>,
    call?: CallOptions,
  ): Promise<
    OneOf<WrittenOf<Types, Type, Types[Type]['update'], Input, Selection<Include, Fields, Extra, Filtered>>>
  >
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
  /** Replaces what a relationship leads to. It can't be emptied where its records have a key that is never null. */
  updateRelationship<
    Name extends WritableName<Types, Type>,
    const Data extends LinksTaken<Types, Type, Name>,
  >(
    id: string,
    name: Name,
    data: Data & (Data extends readonly [] ? Emptiable<Types, Type, Name> : unknown),
    call?: CallOptions,
  ): Promise<void>
  /** Adds records to a relationship; those that are there stay. */
  addToRelationship<Name extends WritableManyName<Types, Type>>(
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
type ListArguments<Types extends ApiTypes<Types>, Type extends keyof Types, Query> = [
  Types[Type]['required'],
] extends [never]
  ? [query?: Query, call?: CallOptions]
  : [query: Query, call?: CallOptions]

type WrittenOf<Types extends ApiTypes<Types>, Type extends keyof Types, Members, Input, Q> = RecordOf<
  Types,
  Type,
  Q,
  Included<Q> | WrittenPath<Types, Members, Input>
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
    ? ListArguments<
        Types,
        RelatedType<Types, Type, Name>,
        ListQuery<Types, RelatedType<Types, Type, Name>, Include, Fields, Extra, Filtered>
      >
    : [
        query?: OneQuery<Types, RelatedType<Types, Type, Name>, Include, Fields, Extra, Filtered>,
        call?: CallOptions,
      ]

type LinkageArguments<Types extends ApiTypes<Types>, Type extends keyof Types, Name> =
  IsMany<Types, Type, Name> extends true
    ? ListArguments<Types, RelatedType<Types, Type, Name>, LinksQuery<Types, RelatedType<Types, Type, Name>>>
    : [query?: Nothing, call?: CallOptions]

/** Null, where a relationship to one record may lead to none. */
type NullOf<Types extends ApiTypes<Types>, Type extends keyof Types, Name> =
  RelationshipOf<Types, Type, Name> extends { readonly target: infer Target } ? Extract<Target, null> : never

/** What a relationship may be replaced with. */
type LinksTaken<Types extends ApiTypes<Types>, Type extends keyof Types, Name> =
  IsMany<Types, Type, Name> extends true
    ? readonly Reference<RelatedType<Types, Type, Name>>[]
    : Reference<RelatedType<Types, Type, Name>> | NullTaken<Types, Type, Name>

/** Nothing, where the records of a relationship can't be unlinked. */
type Emptiable<Types extends ApiTypes<Types>, Type extends keyof Types, Name> =
  Name extends LooseName<Types, Type> ? unknown : never

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
