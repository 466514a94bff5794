import type { OnDelete } from './datamodel.js'

/** The parts of the JSON that we read from Prisma's reader. */
export interface RawDatamodel {
  readonly enums: readonly {
    readonly name: string
    readonly dbName?: string | null
    readonly values: readonly { readonly name: string; readonly dbName?: string | null }[]
  }[]
  readonly models: readonly RawModel[]
  readonly indexes?: readonly RawIndex[]
}

/** A constraint or an index in the JSON of Prisma's reader. `dbName` is set if the schema has a `map`. */
export interface RawIndex {
  readonly model: string
  readonly type: string
  readonly name?: string
  readonly dbName?: string
  /** PostgreSQL's `Hash`, `Gin`, `Gist`, `SpGist` or `Brin`; if absent, an ordered tree. */
  readonly algorithm?: string
  /**
   * `length` is the number of leading characters of a string that an index in MariaDB contains. `operatorClass` is
   * Prisma's name, such as `JsonbPathOps`, or the argument of `raw`.
   */
  readonly fields: readonly {
    readonly name: string
    readonly length?: number
    readonly operatorClass?: string
  }[]
}

/** A model in the JSON of Prisma's reader. */
export interface RawModel {
  readonly name: string
  readonly dbName?: string | null
  readonly schema?: string | null
  readonly documentation?: string
  readonly primaryKey: { readonly fields: readonly string[] } | null
  readonly uniqueFields?: readonly (readonly string[])[]
  readonly fields: readonly RawField[]
}

/** A field in the JSON of Prisma's reader. */
export interface RawField {
  readonly name: string
  readonly dbName?: string
  readonly kind: string
  readonly type: string
  readonly isList: boolean
  readonly isRequired: boolean
  readonly isId: boolean
  readonly isUnique?: boolean
  readonly isUpdatedAt?: boolean
  readonly hasDefaultValue: boolean
  readonly default?: unknown
  readonly nativeType?: readonly [string, readonly string[]] | null
  readonly documentation?: string
  readonly relationName?: string
  readonly relationFromFields?: readonly string[]
  readonly relationToFields?: readonly string[]
  readonly relationOnDelete?: OnDelete
  readonly relationOnUpdate?: OnDelete
}

/** Whether a value has the form of this JSON. Only the outermost level is checked, because Prisma wrote the rest. */
export function isRawDatamodel(value: unknown): value is RawDatamodel {
  return (
    typeof value === 'object' &&
    value !== null &&
    'enums' in value &&
    Array.isArray(value.enums) &&
    'models' in value &&
    Array.isArray(value.models)
  )
}
