import { isoText } from './iso.js'
import { renderValueOf } from './render.js'
import type { AttributeType } from './type.js'

/** Turns a value of the store into the text of its JSON form. */
export type ValueText = (value: unknown) => string

/**
 * The function that writes values of a type (rule 12.3): the text of what `renderValueOf` makes of them. The values that
 * nearly all records have are written straight away.
 */
export function valueTextOf(type: AttributeType): ValueText {
  const render = renderValueOf(type)
  const whole: ValueText = (value) => jsonText(render(value))
  if (type.list) return whole
  switch (type.kind) {
    case 'string':
    case 'enum':
    case 'uuid':
      return (value) => (typeof value === 'string' ? JSON.stringify(value) : whole(value))
    case 'integer':
    case 'float':
      return (value) => (typeof value === 'number' && Number.isFinite(value) ? String(value) : whole(value))
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : whole(value))
    case 'datetime':
      return (value) => {
        const text = value instanceof Date ? isoText(value) : null
        return text === null ? whole(value) : `"${text}"`
      }
    case 'bigint':
    case 'decimal':
    case 'date':
    case 'json':
    case 'bytes':
      return whole
  }
}

/** The text of a value that is JSON; what has none, such as undefined, is null, for no attribute is left out. */
export function jsonText(value: unknown): string {
  if (value === null) return 'null'
  const text: string | undefined = JSON.stringify(value)
  return text ?? 'null'
}

/** A text as JSON, open at its end: without the second quotation mark. */
export const openText = (text: string): string => JSON.stringify(text).slice(0, -1)
