import { isObject, membersOf } from './is-object.js'
import type { ErrorCode } from './vocabulary.js'

/** One error of an answer (JSON:API, "Error Objects"). */
export interface ErrorObject {
  readonly id?: string
  readonly status?: string
  /** The kind of the error, for programs: a code of the server, or one of the application. */
  readonly code?: ErrorCode | (string & {})
  readonly title?: string
  readonly detail?: string
  readonly source?: { readonly pointer?: string; readonly parameter?: string; readonly header?: string }
  readonly meta?: Readonly<Record<string, unknown>>
}

/** The places of records in the input, by their pointers and temp-ids in the document that was sent. */
export interface Places {
  /** The place in the input by a pointer to a resource object or to linkage. */
  readonly pointers: ReadonlyMap<string, string>
  readonly tempIds: ReadonlyMap<string, string>
  /** The places of records that are only named: an input has no members of theirs. */
  readonly named: ReadonlySet<string>
}

/**
 * A failed request: the server refused it, or its answer is not a document that fits the schema.
 *
 * ```ts
 * try {
 *   await api.posts.create(input);
 * } catch (error) {
 *   if (!(error instanceof ApiError)) throw error;
 *   console.log(error.status, error.at('comments.0.body')); // 422 [ "cannot be blank" ]
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
   * pointers and the temp-ids of the errors. The empty place is the record itself. Each message has one place, so that a form
   * shows it once. If the input only names a record, as in `{ disassociate: { id } }`, all its messages are at the record.
   *
   * ```ts
   * error.at('title'); // [ "cannot be blank" ]
   * error.at('comments.0.body'); // of the first comment of the input
   * ```
   */
  at(place: string): readonly string[] {
    return this.errors.filter((error) => placeOf(error, this.#places) === place).map(messageOf)
  }
}

function messageOf({ meta, detail, title, code, status }: ErrorObject): string {
  return textOf(innermost(meta)['message']) ?? detail ?? title ?? code ?? status ?? ''
}

/** The place in the input that an error is about; undefined if there is none. */
function placeOf({ source, meta }: ErrorObject, places: Places | undefined): string | undefined {
  const record = innermost(meta)
  // `base` is the record as a whole.
  const attribute = record['attribute'] === 'base' ? undefined : textOf(record['attribute'])
  const of = places?.tempIds.get(String(record['temp-id']))
  if (of !== undefined) return joined(of, attribute)
  // A pointer leads to the record or linkage that it begins with, and on to one of its members.
  const steps = source?.pointer?.split('/') ?? []
  for (let length = steps.length; length > 1; length--) {
    const place = places?.pointers.get(steps.slice(0, length).join('/'))
    if (place === undefined) continue
    const [kind, name] = steps.slice(length)
    // A member of an input stands in `meta` itself.
    if (steps[1] === 'meta') return joined(place, kind)
    // A missing member has no pointer of its own: the error of its record names it.
    if (kind === undefined) return places?.named.has(place) ? place : joined(place, attribute)
    return joined(place, kind === 'attributes' || kind === 'relationships' ? (name ?? attribute) : undefined)
  }
  return undefined
}

/** The facts of `meta` about the faulty record. It may be a related record, at any depth. */
function innermost(meta: unknown): Readonly<Record<string, unknown>> {
  let found = membersOf(meta)
  while (isObject(found['relationship'])) found = found['relationship']
  return found
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The place of a member, below a place. */
export const joined = (place: string, name: string | undefined): string =>
  name === undefined ? place : place === '' ? name : `${place}.${name}`
