import type { CallOptions, ExtensionName, FindOptions } from './call-types.js'
import type { Mistake } from './mistake.js'
import type { PlainIncluded, PlainRecordOf, PlainTaken } from './plain-types.js'
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
  StyleOf,
} from './query-types.js'
import type { Identifier, ListOf, OneOf, RecordOf } from './record-types.js'
import type {
  AnyToMany,
  ApiTypes,
  LooseName,
  OwnAction,
  RelatedType,
  RelationshipName,
  RelationshipOf,
  ResourceTypes,
  WritableManyName,
  WritableName,
} from './resource-types.js'
import type { Included, Selection } from './selection-types.js'
import type { StatsAnswered, StatsOf } from './stats-types.js'
import type { Checked, CompleteInput, PartialInput, Reference, UpdateInput } from './write-types.js'
import type { WrittenPath } from './written-types.js'

/** The calls for one type: the standard actions that the API serves, and the type's own actions. */
export type Collection<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Used extends ExtensionName = never,
> = Pick<Calls<Types, Type, Used>, CallsOf[Extract<Types[Type]['actions'], keyof CallsOf>]> &
  OwnCalls<Types, Types[Type], Used>

/**
 * The calls for a type's own actions. The parameters are the id (if the action is on one record), the input, the query
 * and the options.
 */
type OwnCalls<
  Types extends ApiTypes<Types>,
  R extends ResourceTypes,
  Used extends ExtensionName,
> = R extends { readonly ownActions: infer Actions }
  ? { readonly [Name in keyof Actions]: OwnCall<Types, Actions[Name], Used> }
  : unknown

type OwnCall<Types extends ApiTypes<Types>, Action, Used extends ExtensionName> = Action extends OwnAction
  ? 'output' extends keyof Action
    ? AnsweredCall<Types, Action, Extract<Action['output'], keyof Types>, Used>
    : (
        ...rest: [
          ...OwnId<Action>,
          ...OwnInput<Action['input']>,
          query?: Readonly<Record<string, never>>,
          call?: CallOptions,
        ]
      ) => Promise<{ readonly meta: OneOf<never>['meta'] }>
  : never

type AnsweredCall<
  Types extends ApiTypes<Types>,
  Action extends OwnAction,
  Type extends keyof Types,
  Used extends ExtensionName,
> = <
  const Include extends IncludeOf<Types, Type, Action extends { many: true } ? 'index' : 'show'> = never,
  const Fields extends FieldsOf<Types> = Nothing,
  const Extra extends ExtraFieldsOf<Types> = Nothing,
  Filtered extends keyof FiltersOfIncluded<Types, Type> = never,
  const Plain extends PlainTaken<Used> = false,
>(
  ...rest: [
    ...OwnId<Action>,
    ...OwnInput<Action['input']>,
    query?: OneQuery<Types, Type, Include, Fields, Extra, Filtered, Plain>,
    call?: CallOptions,
  ]
) => Promise<
  Action extends { readonly many: true }
    ? ListAnswer<Types, Type, Selection<Include, Fields, Extra, Filtered>, Nothing, Plain>
    : OneAnswer<
        Types,
        Type,
        Selection<Include, Fields, Extra, Filtered>,
        Extract<Action['output'], null>,
        Plain
      >
>

type OwnId<Action> = Action extends { readonly on: 'record' } ? [id: string] : []

/** An input without required members may be omitted. An input without any members accepts only an empty object. */
type OwnInput<Input> = Nothing extends Input
  ? [input?: [keyof Input] extends [never] ? Readonly<Record<string, never>> : Input]
  : [input: Input]

/** The input that the call for a type's own action accepts: `ActionInput<Types, 'invoices', 'send'>`. */
export type ActionInput<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Name extends keyof OwnActions<Types[Type]>,
> = OwnActions<Types[Type]>[Name] extends { readonly input: infer Input } ? Readonly<Input> : never

type OwnActions<R extends ResourceTypes> = R extends { readonly ownActions: infer Actions }
  ? Actions
  : Nothing

interface CallsOf {
  readonly index: 'list' | 'each'
  readonly show: 'find' | 'related' | 'relationship'
  readonly create: 'create'
  readonly update: 'update' | 'updateRelationship' | 'addToRelationship' | 'removeFromRelationship'
  readonly destroy: 'destroy'
}

/** All calls for one type. */
export interface Calls<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Used extends ExtensionName = never,
> {
  /**
   * Reads a list.
   *
   * ```ts
   * const { data, meta } = await api.posts.list({ filter: { views: { gt: 10 } }, include: ['author', 'comments'] });
   * data[0]?.author?.name;
   * ```
   */
  list<
    const Include extends IncludeOf<Types, Type, 'index'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
    Filtered extends keyof FiltersOf<Types, Type> = never,
    const Stats extends StatsOf<Types, Type> = Nothing,
    const Plain extends PlainTaken<Used> = false,
  >(
    ...rest: ListArguments<
      Types,
      Type,
      ListQuery<Types, Type, Include, Fields, Extra, Filtered, StyleOf<Types[Type]>, Stats, Plain>
    >
  ): Promise<ListAnswer<Types, Type, Selection<Include, Fields, Extra, Filtered>, Stats, Plain>>
  /**
   * Reads every record of a list, page by page. It uses cursors, so concurrent writes do not cause records to be
   * skipped or read twice. If a resource does not support cursors, page numbers are used. If a sort does not support
   * cursors, pass `page: { number: 1 }` to use page numbers.
   *
   * ```ts
   * for await (const post of api.posts.each({ sort: '-views' })) console.log(post.title);
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
   * const { data: post } = await api.posts.find('1', { include: 'comments' });
   * const { data: author } = await api.authors.find('me', {}, { alias: true });
   * ```
   *
   * Rejects a response with an id that differs from the requested one, unless `alias` is true.
   */
  find<
    const Include extends IncludeOf<Types, Type, 'show'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
    Filtered extends keyof FiltersOfIncluded<Types, Type> = never,
    const Plain extends PlainTaken<Used> = false,
  >(
    id: string,
    query?: OneQuery<Types, Type, Include, Fields, Extra, Filtered, Plain>,
    call?: FindOptions,
  ): Promise<OneAnswer<Types, Type, Selection<Include, Fields, Extra, Filtered>, never, Plain>>
  /**
   * Creates a record and its related records; either all are created or none are. The result includes the relationships
   * that the input names, at any depth.
   *
   * ```ts
   * const { data } = await api.posts.create({ title, body, author: { id: '1' }, comments: [{ create: { body } }] });
   * data.comments[0]?.id;
   * ```
   */
  create<
    const Input extends PartialInput<Types, Type>,
    const Include extends IncludeOf<Types, Type, 'create'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
    Filtered extends keyof FiltersOfIncluded<Types, Type> = never,
    const Plain extends PlainTaken<Used> = false,
  >(
    input: CompleteInput<Types, Type, Input>,
    query?: OneQuery<Types, Type, Include, Fields, Extra, Filtered, Plain>,
    call?: CallOptions,
  ): Promise<
    WrittenAnswer<
      Types,
      Type,
      Types[Type]['create'],
      Input,
      Selection<Include, Fields, Extra, Filtered>,
      Plain
    >
  >
  /**
   * Changes a record and its related records; either all changes are made or none are. The result includes the
   * relationships that the input names, at any depth.
   *
   * ```ts
   * await api.posts.update('1', { title, comments: [{ update: { id: '7', body } }, { destroy: { id: '8' } }] });
   * ```
   */
  update<
    const Input extends UpdateInput<Types, Type>,
    const Include extends IncludeOf<Types, Type, 'update'> = never,
    const Fields extends FieldsOf<Types> = Nothing,
    const Extra extends ExtraFieldsOf<Types> = Nothing,
    Filtered extends keyof FiltersOfIncluded<Types, Type> = never,
    const Plain extends PlainTaken<Used> = false,
  >(
    id: string,
    input: Input & Checked<Types, Type, 'update', NoInfer<Input>>,
    query?: OneQuery<Types, Type, Include, Fields, Extra, Filtered, Plain>,
    call?: CallOptions,
  ): Promise<
    WrittenAnswer<
      Types,
      Type,
      Types[Type]['update'],
      Input,
      Selection<Include, Fields, Extra, Filtered>,
      Plain
    >
  >
  /** Destroys a record. */
  destroy(id: string, call?: CallOptions): Promise<void>
  /**
   * Reads the records of a relationship as primary data, with their own filters, sort and pages.
   *
   * ```ts
   * const { data: comments } = await api.posts.related('1', 'comments', { sort: '-createdAt', page: { size: 2 } });
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
    const Stats extends StatsOf<Types, RelatedType<Types, Type, Name>> = Nothing,
    const Plain extends PlainTaken<Used> = false,
  >(
    id: string,
    name: Name,
    ...rest: RelatedArguments<Types, Type, Name, Include, Fields, Extra, Filtered, Stats, Plain>
  ): Promise<Related<Types, Type, Name, Selection<Include, Fields, Extra, Filtered>, Stats, Plain>>
  /** Reads only the types and ids of the related records. */
  relationship<
    Name extends RelationshipName<Types[Type]>,
    const Stats extends StatsOf<Types, RelatedType<Types, Type, Name>> = Nothing,
  >(
    id: string,
    name: Name,
    ...rest: LinkageArguments<Types, Type, Name, Stats>
  ): Promise<Linkage<Types, Type, Name, Stats>>
  /**
   * Replaces the records of a relationship. You cannot empty the relationship if the foreign key in the related records
   * is never null.
   */
  updateRelationship<
    Name extends WritableName<Types, Type>,
    const Data extends LinksTaken<Types, Type, Name>,
  >(
    id: string,
    name: Name,
    data: Data & LinksAlone<Data> & (Data extends readonly [] ? Emptiable<Types, Type, Name> : unknown),
    call?: CallOptions,
  ): Promise<void>
  /** Adds records to a relationship, keeping the existing ones. */
  addToRelationship<Name extends WritableManyName<Types, Type>>(
    id: string,
    name: Name,
    data: readonly Reference<RelatedType<Types, Type, Name>>[],
    call?: CallOptions,
  ): Promise<void>
  /**
   * Unlinks records from a relationship without destroying them. This is not possible if the foreign key in the related
   * records is never null.
   */
  removeFromRelationship<Name extends LooseName<Types, Type>>(
    id: string,
    name: Name,
    data: readonly Reference<RelatedType<Types, Type, Name>>[],
    call?: CallOptions,
  ): Promise<void>
}

/** The query is required if a filter is required. */
type ListArguments<Types extends ApiTypes<Types>, Type extends keyof Types, Query> = [
  Types[Type]['required'],
] extends [never]
  ? [query?: Query, call?: CallOptions]
  : [query: Query, call?: CallOptions]

/** The result of a list: linked records, or plain records and the included ones. */
type ListAnswer<Types extends ApiTypes<Types>, Type extends keyof Types, Q, Stats, Plain> = Plain extends true
  ? ListWith<Types, Type, PlainRecordOf<Types, Type, Q>, Stats> & WithIncluded<PlainIncluded<Types, Type, Q>>
  : ListWith<Types, Type, RecordOf<Types, Type, Q>, Stats>

type ListWith<Types extends ApiTypes<Types>, Type extends keyof Types, Record, Stats> = [
  keyof Stats,
] extends [never]
  ? ListOf<Record>
  : ListOf<Record, StatsAnswered<Types, Type, Stats>>

/** The result for a single record, which is null if there is no record. */
type OneAnswer<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Q,
  None,
  Plain,
  Paths extends string = Included<Q>,
> = Plain extends true
  ? OneOf<PlainRecordOf<Types, Type, Q, Paths> | None> & WithIncluded<PlainIncluded<Types, Type, Q, Paths>>
  : OneOf<RecordOf<Types, Type, Q, Paths> | None>

/** The members of a plain result other than its data. */
export interface WithIncluded<Included> {
  readonly included: Included
}

type WrittenAnswer<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Members,
  Input,
  Q,
  Plain,
> = OneAnswer<Types, Type, Q, never, Plain, Included<Q> | WrittenPath<Types, Members, Input>>

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
  Stats,
  Plain,
> =
  IsMany<Types, Type, Name> extends true
    ? ListArguments<
        Types,
        RelatedType<Types, Type, Name>,
        ListQuery<
          Types,
          RelatedType<Types, Type, Name>,
          Include,
          Fields,
          Extra,
          Filtered,
          StyleOf<Types[RelatedType<Types, Type, Name>]>,
          Stats,
          Plain
        >
      >
    : [
        query?: OneQuery<Types, RelatedType<Types, Type, Name>, Include, Fields, Extra, Filtered, Plain>,
        call?: CallOptions,
      ]

type LinkageArguments<Types extends ApiTypes<Types>, Type extends keyof Types, Name, Stats> =
  IsMany<Types, Type, Name> extends true
    ? ListArguments<
        Types,
        RelatedType<Types, Type, Name>,
        LinksQuery<
          Types,
          RelatedType<Types, Type, Name>,
          never,
          never,
          StyleOf<Types[RelatedType<Types, Type, Name>]>,
          Stats
        >
      >
    : [query?: Nothing, call?: CallOptions]

/** `null` for a to-one relationship that may be null; otherwise `never`. */
type NullOf<Types extends ApiTypes<Types>, Type extends keyof Types, Name> =
  RelationshipOf<Types, Type, Name> extends { readonly target: infer Target } ? Extract<Target, null> : never

/** The new records of a relationship. */
type LinksTaken<Types extends ApiTypes<Types>, Type extends keyof Types, Name> =
  IsMany<Types, Type, Name> extends true
    ? readonly Reference<RelatedType<Types, Type, Name>>[]
    : Reference<RelatedType<Types, Type, Name>> | NullTaken<Types, Type, Name>

/**
 * A link has only an id, because other members would be dropped. A record that was read, which also has a type, can be
 * a link.
 */
type LinksAlone<Data> = [BesideId<Data extends readonly (infer One)[] ? One : Data>] extends [never]
  ? unknown
  : Mistake<'a link contains only an { id }'>

type BesideId<One> = One extends { readonly type: unknown } ? never : Exclude<keyof One, 'id'>

/** This method is not available if the relationship's records cannot be unlinked. */
type Emptiable<Types extends ApiTypes<Types>, Type extends keyof Types, Name> =
  Name extends LooseName<Types, Type> ? unknown : never

/** `null` if a write may set the relationship to null; otherwise `never`. */
type NullTaken<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Name,
> = Name extends keyof Types[Type]['update']
  ? Exclude<Types[Type]['update'][Name], undefined> extends { readonly target: infer Target }
    ? Extract<Target, null>
    : never
  : never

type Related<Types extends ApiTypes<Types>, Type extends keyof Types, Name, Q, Stats, Plain> =
  IsMany<Types, Type, Name> extends true
    ? ListAnswer<Types, RelatedType<Types, Type, Name>, Q, Stats, Plain>
    : OneAnswer<Types, RelatedType<Types, Type, Name>, Q, NullOf<Types, Type, Name>, Plain>

type Linkage<Types extends ApiTypes<Types>, Type extends keyof Types, Name, Stats> =
  IsMany<Types, Type, Name> extends true
    ? ListWith<Types, RelatedType<Types, Type, Name>, Identifier<RelatedType<Types, Type, Name>>, Stats>
    : OneOf<Identifier<RelatedType<Types, Type, Name>> | NullOf<Types, Type, Name>>
