import { isObject, membersOf } from './is-object.js'
import type { ErrorCode } from './vocabulary.js'

/** One error in a response (JSON:API, "Error Objects"). */
export interface ErrorObject {
  readonly id?: string
  readonly status?: string
  /** The machine-readable error code, which the server or the application defines. */
  readonly code?: ErrorCode | (string & {})
  readonly title?: string
  readonly detail?: string
  readonly source?: { readonly pointer?: string; readonly parameter?: string; readonly header?: string }
  readonly meta?: Readonly<Record<string, unknown>>
}

/** Maps pointers and temp-ids in the sent document to the records' places in the input. */
export interface Places {
  /** Places in the input, keyed by pointers to resource objects or linkage. */
  readonly pointers: ReadonlyMap<string, string>
  readonly tempIds: ReadonlyMap<string, string>
  /** The places of records that the input only references, without members of their own. */
  readonly named: ReadonlySet<string>
}

/**
 * A failed request: the server rejected it, or the response does not match the schema.
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
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number
  /** The errors in the response; empty if there are none. */
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
   * Returns the messages about exactly one part of the input: an attribute, a relationship, or a record in a
   * relationship. The errors' pointers and temp-ids determine which part. An empty string stands for the
   * record itself. Each message belongs to one part, so a form shows it once. If the input only references a
   * record, as in `{ disassociate: { id } }`, all messages about that record belong to the record itself.
   *
   * ```ts
   * error.at('title'); // [ "cannot be blank" ]
   * error.at('comments.0.body'); // about the first comment in the input
   * ```
   */
  at(place: string): readonly string[] {
    return this.errors.filter((error) => placeOf(error, this.#places) === place).map(messageOf)
  }
}

function messageOf({ meta, detail, title, code, status }: ErrorObject): string {
  return textOf(innermost(meta)['message']) ?? detail ?? title ?? code ?? status ?? ''
}

/** The place in the input that an error refers to; undefined if the input has no such place. */
function placeOf({ source, meta }: ErrorObject, places: Places | undefined): string | undefined {
  const record = innermost(meta)
  // `base` means the whole record.
  const attribute = record['attribute'] === 'base' ? undefined : textOf(record['attribute'])
  const of = places?.tempIds.get(String(record['temp-id']))
  if (of !== undefined) return joined(of, attribute)
  // A pointer begins with the path of a record or linkage, followed by one of its members.
  const steps = source?.pointer?.split('/') ?? []
  for (let length = steps.length; length > 1; length--) {
    const place = places?.pointers.get(steps.slice(0, length).join('/'))
    if (place === undefined) continue
    const [kind, name] = steps.slice(length)
    // The members of a custom action's input are directly in `meta`.
    if (steps[1] === 'meta') return joined(place, kind)
    // A missing member has no pointer: the error about its record contains its name.
    if (kind === undefined) return places?.named.has(place) ? place : joined(place, attribute)
    return joined(place, kind === 'attributes' || kind === 'relationships' ? (name ?? attribute) : undefined)
  }
  return undefined
}

/** The part of `meta` about the invalid record, which may be a related record at any depth. */
function innermost(meta: unknown): Readonly<Record<string, unknown>> {
  let found = membersOf(meta)
  while (isObject(found['relationship'])) found = found['relationship']
  return found
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The place of a member below another place. */
export const joined = (place: string, name: string | undefined): string =>
  name === undefined ? place : place === '' ? name : `${place}.${name}`
