import { isOpen, type Known, own, resourceOf } from './contract.js'
import { printUrl } from './print-url.js'
import { type FilterNode, queryFor } from './query.js'
import type { Row } from './rows.js'

const NAMES = ['name', 'title', 'label', 'subject', 'slug', 'email', 'code', 'key', 'body', 'text']

/** The attribute that best identifies a record for people; undefined if the type has no text attribute. */
export function labelOf(known: Known, type: string): string | undefined {
  const attributes = resourceOf(known, type)?.attributes ?? {}
  const isText = (name: string): boolean => {
    const attribute = own(attributes, name)
    return attribute?.type === 'string' && !attribute.list && isOpen(attribute.read)
  }
  return NAMES.find(isText) ?? Object.keys(attributes).find(isText)
}

/** A record in one line. */
export function labelText(
  known: Known,
  { type, id, attributes }: Pick<Row, 'type' | 'id' | 'attributes'>,
): string {
  const name = labelOf(known, type)
  const text = name === undefined ? undefined : attributes[name]
  return typeof text === 'string' && text !== '' ? cut(text, 60) : id
}

/** The text, truncated to a maximum number of characters. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length)}…`

/** The URL that searches for records of a type by their text; undefined if the type has no collection. */
export function searchUrl(known: Known, type: string, text: string): string | undefined {
  const resource = resourceOf(known, type)
  if (!resource?.actions.index.address || !isOpen(resource.actions.index.who)) return undefined
  const label = labelOf(known, type)
  const size = String(Math.min(10, resource.page.max))
  const pages = [{ at: '', name: 'size' as const, value: size }]
  const filter = label === undefined ? undefined : own(resource.filters, label)
  const operator = ['contains', 'prefix', 'eq'].find((each) =>
    filter?.operators.some((name) => name === each),
  )
  const isId = own(resource.filters, 'id')?.operators.includes('eq') && /^\d+$/.test(text)
  const condition = (name: string, by: string): readonly FilterNode[] => [
    {
      kind: 'condition',
      at: '',
      name,
      operator: by === 'eq' ? '' : by,
      texts: [protectedText(text)],
      isList: false,
    },
  ]
  const filters =
    text === ''
      ? []
      : isId
        ? condition('id', 'eq')
        : label !== undefined && operator !== undefined && isOpen(filter?.who)
          ? condition(label, operator)
          : []
  return printUrl({ ...queryFor({ type }), filters, pages })
}

/** Text in a form that the server reads as a single string. */
export const protectedText = (text: string): string =>
  /,|\{\{|\}\}|^\s*$|^(?:true|false|null|nil)$/.test(text) ? `{{{${JSON.stringify(text)}}}}` : text
