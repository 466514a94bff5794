import type { ValueContract } from '@jsonapi-gen/runtime/vocabulary'
import { text, unionArgument, unionProperty } from './layout/code.js'
import type { Doc } from './layout/doc.js'

/** The type of a value as a client reads it: the type in JSON, except that times are Dates. */
export function readType(value: ValueContract): Doc {
  return unionProperty(membersOf(value, itemsRead(value)))
}

/** The type of a value as a client may write it. */
export function writtenType(value: ValueContract): Doc {
  return unionProperty(membersOf(value, itemsGiven(value)))
}

/** The type of a single filter value. */
export function filteredType(value: ValueContract, isId: boolean): Doc {
  const items = isId ? ['string', 'number'] : itemsGiven(value)
  return unionArgument(value.nullable ? [...items, 'null'] : items)
}

/** The type that a custom filter accepts. */
export function customFilteredType(value: ValueContract): Doc {
  return unionArgument(membersOf(value, itemsGiven(value)))
}

function membersOf({ list, nullable }: ValueContract, items: readonly string[]): readonly string[] {
  const whole = !list
    ? items
    : [items.length > 1 ? `readonly (${items.join(' | ')})[]` : `readonly ${items.join('')}[]`]
  return nullable ? [...whole, 'null'] : whole
}

function itemsRead({ type, values = [] }: ValueContract): readonly string[] {
  switch (type) {
    case 'string':
    case 'uuid':
    case 'date':
    case 'bytes':
    case 'decimal':
    case 'bigint':
      return ['string']
    case 'integer':
    case 'float':
      return ['number']
    case 'boolean':
      return ['boolean']
    case 'datetime':
      return ['Date']
    case 'json':
      return ['Json']
    case 'enum':
      return values.map(text)
  }
}

/** The type also accepts the form that users usually have. */
function itemsGiven(value: ValueContract): readonly string[] {
  switch (value.type) {
    case 'datetime':
      return ['Date', 'string']
    case 'decimal':
      return ['string', 'number']
    case 'bigint':
      return ['string', 'number', 'bigint']
    default:
      return itemsRead(value)
  }
}
