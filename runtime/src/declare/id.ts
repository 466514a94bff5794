import { isPlainKey, type Key, type KeyColumn } from '../value/key.js'
import { type AttributeType, type IdKind, type KeyKind, parseType } from '../vocabulary/values/type.js'

/** The id of a Resource. */
export interface IdConfig {
  /** Its columns; `id` by default (rule 22.2). */
  readonly key: Key
  /** Whether a create may set its own id (rule 11.4). */
  readonly clientIds: 'forbidden' | 'allowed' | 'required'
  /** How many characters an id of a client must have, if its column limits them. */
  readonly minLength?: number
  readonly maxLength?: number
}

/** The options of an id. */
export interface IdOptions<Column extends string = string> {
  readonly clientIds?: IdConfig['clientIds']
  /** How many characters an id of a client must have: its column takes no more, or pads what is shorter. */
  readonly minLength?: number
  readonly maxLength?: number
  /** Its column; `id` by default. */
  readonly column?: Column
}

/** The type of a column of a key. */
export type KeyColumnType = Exclude<KeyKind, 'enum'> | { readonly enum: readonly string[] }

/** The columns of a key with their types, in the order of the id. */
export type KeyColumns<Column extends string = string> = { readonly [Name in Column]?: KeyColumnType }

/**
 * The id of a declaration. Throws a TypeError for a key without columns, and for a key whose id would simply be the
 * text of its only value, which is a mistake in the application's code.
 */
export function idConfig(
  declared: IdKind | KeyColumns,
  { clientIds = 'forbidden', column = 'id', minLength, maxLength }: IdOptions = {},
): IdConfig {
  const columns: readonly KeyColumn[] =
    typeof declared === 'string'
      ? [{ name: column, type: keyColumnType(declared) }]
      : Object.entries(declared).flatMap(([name, type]) =>
          type ? [{ name, type: keyColumnType(type) }] : [],
        )
  if (typeof declared !== 'string' && (columns.length === 0 || isPlainKey(columns))) {
    throw new TypeError(
      "Declare a key that is a single text, integer or uuid column as id('integer', { column: 'number' }), and any other key as id({ tenantId: 'integer', number: 'integer' }).",
    )
  }
  const key = Object.freeze(columns.map((column) => Object.freeze(column)))
  return Object.freeze({
    key,
    clientIds,
    ...(minLength !== undefined && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
  })
}

function keyColumnType(declared: KeyColumnType): KeyColumn['type'] {
  if (typeof declared === 'object') {
    return Object.freeze({
      kind: 'enum',
      list: false,
      nullable: false,
      values: Object.freeze([...declared.enum]),
    })
  }
  const type: AttributeType = parseType(declared)
  return Object.freeze({ ...type, kind: declared })
}
