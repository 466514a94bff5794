import type { TargetOf } from '../shape/query-of.js'
import type { Direction, Shape, ToMany } from '../shape/shape.js'

/** The names in one member of a shape; any name if the shape is open. */
export type NamesOf<S extends Shape, Member extends object> = string extends S['type']
  ? string
  : Extract<keyof Member, string>

/** The columns of a record, as far as its type is known; any name if it is not. */
export type ColumnName<Record> = unknown extends Record
  ? string
  : [Extract<keyof Record, string>] extends [never]
    ? string
    : Extract<keyof Record, string>

/** The columns of a shape's own records; any name if the shape is open. */
export type OwnColumn<S extends Shape> = string extends S['type'] ? string : ColumnName<S['record']>

/** The columns of a sideload's records; any name if the shape does not know them. */
export type TargetColumn<S extends Shape, Name extends string> = string extends S['type']
  ? string
  : Name extends keyof S['sideloads']
    ? ColumnName<TargetOf<S['sideloads'][Name]>['record']>
    : string

/** A record of a sideload; unknown if the shape does not know it. */
export type TargetRecord<S extends Shape, Name extends string> = Name extends keyof S['sideloads']
  ? TargetOf<S['sideloads'][Name]>['record']
  : unknown

/** The parent of a custom sideload: it receives the related records under the name of the sideload. */
export type AssignedParent<S extends Shape, Name extends string> = Name extends keyof S['sideloads']
  ? S['record'] & {
      [Member in Name]?: S['sideloads'][Name] extends ToMany<Shape>
        ? TargetRecord<S, Name>[]
        : TargetRecord<S, Name> | null
    }
  : S['record']

/** The names of filters that need no function: an attribute, the id, a column, or one of those of a to-one relative. */
export type StoredFilterName<S extends Shape> = string extends S['type']
  ? string
  :
      | 'id'
      | Extract<keyof S['attributes'] | keyof S['filters'], string>
      | ColumnName<S['record']>
      | `${Extract<keyof S['sideloads'], string>}.${string}`

/** A column that a filter may name: one of the resource, or one of a to-one relative (`author.fullName`). */
export type StoredColumn<S extends Shape> = string extends S['type']
  ? string
  : ColumnName<S['record']> | `${Extract<keyof S['sideloads'], string>}.${string}`

/** One entry of a default sort: a single attribute, id or column, and its direction (specification 2.1). */
export type DefaultSortEntry<S extends Shape> = string extends S['type']
  ? Readonly<Record<string, Direction>>
  : {
      readonly [
        Name in 'id' | Extract<keyof S['attributes'], string> | ColumnName<S['record']> | SortPath<S>
      ]?: Direction
    }

/** A path through to-one sideloads to an attribute: `author.name`. */
export type SortPath<S extends Shape> = string extends S['type']
  ? `${string}.${string}`
  : `${Extract<keyof S['sideloads'], string>}.${string}`
