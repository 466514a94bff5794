import { isObject } from './is-object.js'

/** One error of an answer (JSON:API, "Error Objects"). */
export interface ErrorObject {
  readonly id?: string
  readonly status?: string
  readonly code?: string
  readonly title?: string
  readonly detail?: string
  readonly source?: { readonly pointer?: string; readonly parameter?: string; readonly header?: string }
  readonly meta?: Readonly<Record<string, unknown>>
}

/** Where the records of an input stand in the document that was sent: their places in the input by pointer and by temp-id. */
export interface Places {
  /** The place in the input by a pointer to a resource object or to linkage. */
  readonly pointers: ReadonlyMap<string, string>
  readonly tempIds: ReadonlyMap<string, string>
  /** The places of records that are only named: an input has no members of theirs. */
  readonly named: ReadonlySet<string>
}

/**
 * What went wrong with a request: the server refused it, or what it answered is no document that the schema knows.
 *
 * ```ts
 * try {
 *   await api.posts.create(input)
 * } catch (error) {
 *   if (!(error instanceof ApiError)) throw error
 *   console.log(error.status, error.at('comments.0.body')) // 422 [ "can't be blank" ]
 * }
 * ```
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  /** The HTTP status; 0 where there was no answer. */
  readonly status: number
  /** The errors of the answer; empty where it has none. */
  readonly errors: readonly ErrorObject[]
  readonly #places: Places | undefined

  constructor(
    message: string,
    {
      status,
      errors = [],
      places,
      cause,
    }: { status: number; errors?: readonly ErrorObject[]; places?: Places | undefined; cause?: unknown },
  ) {
    super(message, cause === undefined ? undefined : { cause })
    this.status = status
    this.errors = errors
    this.#places = places
  }

  /**
   * The messages about exactly one place of the input: an attribute, a relationship, or a record of one. They are found by the
   * pointers and the temp-ids of the errors. The empty place is the record itself. Each message stands at one place, so that a form
   * shows it once. Of a record that is only named, such as in `{ disassociate: { id } }`, all stand at the record.
   *
   * ```ts
   * error.at('title') // [ "can't be blank" ]
   * error.at('comments.0.body') // of the first comment of the input
   * ```
   */
  at(place: string): readonly string[] {
    return this.errors.filter((error) => placeOf(error, this.#places) === place).map(messageOf)
  }
}

function messageOf({ meta, detail, title, code, status }: ErrorObject): string {
  const own = textOf((nestedRecord(meta?.['relationship']) ?? meta)?.['message'])
  return own ?? detail ?? title ?? code ?? status ?? ''
}

/** Where in the input an error belongs; undefined where it belongs to none of it. */
function placeOf({ source, meta }: ErrorObject, places: Places | undefined): string | undefined {
  const record = nestedRecord(meta?.['relationship'])
  const attribute = attributeOf(record ?? meta)
  const tempId = textOf(record?.['temp-id'])
  const of = tempId === undefined ? undefined : places?.tempIds.get(tempId)
  if (of !== undefined) return joined(of, attribute)
  const pointer = source?.pointer
  if (pointer === undefined || places === undefined) return undefined
  // A pointer leads to the record or linkage that it begins with, and on to one of its members.
  const steps = pointer.split('/')
  for (let length = steps.length; length > 1; length--) {
    const place = places.pointers.get(steps.slice(0, length).join('/'))
    if (place === undefined) continue
    const [kind, name] = steps.slice(length)
    // What is missing has no pointer of its own: the error of its record names it.
    if (kind === undefined) return places.named.has(place) ? place : joined(place, attribute)
    return joined(place, kind === 'attributes' || kind === 'relationships' ? (name ?? attribute) : undefined)
  }
  return undefined
}

/** The innermost record that `meta.relationship` tells of. */
function nestedRecord(relationship: unknown): Readonly<Record<string, unknown>> | undefined {
  let innermost: Readonly<Record<string, unknown>> | undefined
  for (let next = relationship; isObject(next); next = next['relationship']) innermost = next
  return innermost
}

/** What an issue of a record is about; `base` is the record as a whole. */
function attributeOf(meta: Readonly<Record<string, unknown>> | undefined): string | undefined {
  const attribute = textOf(meta?.['attribute'])
  return attribute === 'base' ? undefined : attribute
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The place of a member of what is at a place. */
export const joined = (place: string, name: string | undefined): string =>
  name === undefined ? place : place === '' ? name : `${place}.${name}`
