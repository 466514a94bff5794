import type { Answer } from './send.js'

export interface Identifier {
  readonly type: string
  readonly id: string
}

interface Linked {
  readonly data?: Identifier | readonly Identifier[] | null
}

interface ResourceObject extends Identifier {
  readonly 'temp-id'?: string
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly relationships?: Readonly<Record<string, Linked>>
  readonly links?: { readonly self: string }
}

interface Document {
  readonly data: ResourceObject
  readonly included?: readonly ResourceObject[]
  readonly links?: { readonly self: string }
}

/** An error as tests compare it: its kind, its pointer, and the text for clients. */
export interface ErrorSummary {
  readonly status: string
  readonly code: string
  readonly pointer: string | undefined
  readonly meta?: unknown
}

/** The document of a successful write. Throws an error with the errors of a failed write. */
export function written({ status, body }: Answer): Document {
  if (status !== 200 && status !== 201) throw new Error(`${status} ${JSON.stringify(body, null, 1)}`)
  return body as Document
}

/** The linkage of a relationship in a document, as `type id`. */
export function linkage(
  { relationships }: ResourceObject,
  name: string,
): readonly string[] | string | null | undefined {
  const data = relationships?.[name]?.data
  if (data === null || data === undefined) return data
  return isList(data) ? data.map(named) : named(data)
}

/** The included records of a document, as `type id`, in a stable order. */
export function includedIn(document: Document): readonly string[] {
  return (document.included ?? []).map(named).toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

/** The errors of a response: status, code, pointer. */
export function errorsOf({ body }: Answer): readonly ErrorSummary[] {
  const { errors = [] } = (body ?? {}) as { errors?: readonly RawError[] }
  return errors.map(({ status, code, source, meta }) => ({
    status,
    code,
    pointer: source?.pointer,
    ...(meta !== undefined && { meta }),
  }))
}

/** The errors of a response in a short form: `422 /data/attributes/title title is required`. */
export function shortErrors(answer: Answer): readonly string[] {
  const { errors = [] } = (answer.body ?? {}) as { errors?: readonly RawError[] }
  return errors.map(({ status, source, detail }) => `${status} ${source?.pointer ?? '-'} ${detail}`)
}

interface RawError {
  readonly status: string
  readonly code: string
  readonly detail: string
  readonly source?: { readonly pointer?: string }
  readonly meta?: unknown
}

const isList = (data: Identifier | readonly Identifier[]): data is readonly Identifier[] =>
  Array.isArray(data)
const named = ({ type, id }: Identifier): string => `${type} ${id}`
