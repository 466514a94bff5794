import type { ExtensionName } from './call-types.js'
import type { Prefix, TypeAt } from './query-types.js'
import type { Identifier, RecordOf } from './record-types.js'
import type { AnyToMany, ApiTypes, TargetOf } from './resource-types.js'
import type { Included } from './selection-types.js'

/** The permitted values of `plain` in a query. True is permitted only if the client uses the extension. */
export type PlainTaken<Used extends ExtensionName> = 'plain' extends Used ? boolean : false

/**
 * A record without circular references, which can be serialized as JSON. Its relationships are linkage, and its
 * datetimes are strings.
 *
 * ```ts
 * type Line = PlainRecordOf<Types, 'posts', { include: 'author'; fields: { posts: ['title'] } }>;
 * const lineOf = ({ title, author }: Line): string => `${title} by author ${author.id}`;
 * ```
 */
export type PlainRecordOf<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Q,
  Paths extends string = Included<Q>,
> = Type extends keyof Types
  ? RecordOf<Types, Type, Q, Paths> extends infer Linked
    ? {
        readonly [Name in keyof Linked]: Name extends keyof Types[Type]['relationships']
          ? LinkageOf<Linked[Name]>
          : TextOf<Linked[Name]>
      }
    : never
  : never

/** The included records of a result, by type and id. Types without records are omitted. */
export type PlainIncluded<
  Types extends ApiTypes<Types>,
  Type extends keyof Types,
  Q,
  Paths extends string = Included<Q>,
> = {
  readonly [Each in TypeAt<Types, Type, Prefix<Known<Paths>>>]?: {
    readonly [id: string]: PlainRelative<Types, Each, Q> | undefined
  }
}

/** An included record has a relationship if an include path continues through it. */
type PlainRelative<Types extends ApiTypes<Types>, Type extends keyof Types, Q> = PlainRecordOf<
  Types,
  Type,
  Q,
  never
> & {
  readonly [Name in keyof Types[Type]['relationships']]?: Types[Type]['relationships'][Name] extends AnyToMany
    ? readonly Identifier<TargetOf<Types[Type]['relationships'][Name]>>[]
    : Identifier<TargetOf<Types[Type]['relationships'][Name]>> | null
} extends infer Members
  ? { readonly [Name in keyof Members]: Members[Name] }
  : never

type Known<Path extends string> = Path extends `?${infer Rest}` ? Rest : Path

type LinkageOf<Related> = Related extends readonly (infer One)[]
  ? readonly LinkageOf<One>[]
  : IdentifierOf<Related>

type IdentifierOf<Related> = Related extends { readonly type: infer Type } ? Identifier<Type> : Related

type TextOf<Value> = Value extends Date ? string : Value extends readonly Date[] ? readonly string[] : Value
