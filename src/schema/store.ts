import type { Literal } from './types.js'

/**
 * The facts about the store for the runtime, as its `StoreFacts`. Defaults are omitted, so that the generated file is
 * easy to read.
 */
export interface StoreSchema {
  readonly provider?: string
  readonly relationMode?: 'prisma'
  /** Whether the facts come from a schema without a datamodel. */
  readonly partial?: true
  readonly enums?: Readonly<Record<string, readonly string[] | Readonly<Record<string, string>>>>
  readonly models: Readonly<Record<string, ModelStore>>
}

/** A model. */
export interface ModelStore {
  readonly table?: string
  readonly schema?: string
  readonly key?: ConstraintStore
  readonly columns: Readonly<Record<string, string | ColumnStore>>
  readonly relations?: Readonly<Record<string, RelationStore>>
  readonly unique?: readonly ConstraintStore[]
  readonly indexes?: readonly (readonly string[])[]
}

/** A constraint: its columns, and its names if it has any. */
export type ConstraintStore =
  | readonly string[]
  | { readonly columns: readonly string[]; readonly name?: string; readonly stored?: string }

/** A column whose facts consist of more than its type. */
export interface ColumnStore {
  readonly type?: string
  readonly enum?: string
  readonly list?: true
  readonly nullable?: true
  readonly stored?: string
  readonly native?: string
  readonly default?: Literal
  readonly generated?: string
  readonly unique?: true | string
}

/** A relation. */
export interface RelationStore {
  readonly model: string
  readonly many?: true
  readonly key?: Readonly<Record<string, string>>
  readonly onDelete?: string
  readonly inverse?: string
  readonly join?: string
}

/**
 * The indexes that can be used to find the rows of a table: the columns of each index, and of each ordered
 * index.
 */
export interface TableIndexes {
  readonly equal: readonly (readonly string[])[]
  readonly ordered: readonly (readonly string[])[]
}

/** Whether a key is the default key of a model. */
export const isUsual = (key: readonly string[]): boolean => key.length === 1 && key[0] === 'id'

/** The model for responses to requests with an idempotency key, which `init --idempotency` writes (rule 30.6). */
export const KEY_MODEL = 'IdempotencyKey'

/** The columns of that model. */
export const KEY_COLUMNS: readonly string[] = [
  'digest',
  'request',
  'status',
  'headers',
  'answer',
  'isShort',
  'expiresAt',
]
