import type { Places } from './api-error.js'
import { castTo } from './cast.js'
import type { Hooks } from './extension.js'
import { isIdentifier, isSameId } from './is-identifier.js'
import { isObject, membersOf, ownOf } from './is-object.js'
import { listOf } from './list-of.js'
import { pageLinks } from './page-links.js'
import { type AnyQuery, queryText } from './query-text.js'
import { type Asked, readDocument } from './read-document.js'
import {
  type ClientSchema,
  type OwnActionSchema,
  type RelationshipSchema,
  relationshipSchema,
  typeSchema,
} from './schema.js'
import { type Answer, MEDIA_TYPE, said, send } from './send.js'
import type { CallOptions, ClientOptions, FindOptions } from './types/call-types.js'
import type { ListOf, OneOf, PlaceOfPage } from './types/record-types.js'
import { writeDocument } from './write-document.js'

/** The parts of a client that its calls need. */
export interface Settings extends ClientOptions, Hooks {
  readonly schema: ClientSchema<unknown>
}

/** The input of a custom action is in the `meta` of its document. */
const INPUT: Places = { pointers: new Map([['/meta', '']]), tempIds: new Map(), named: new Set() }

type Input = Readonly<Record<string, unknown>>

/** The untyped calls for one type of an API. */
export interface AnyCollection {
  list(query?: AnyQuery, call?: CallOptions): Promise<ListOf<unknown>>
  each(query?: AnyQuery, call?: CallOptions): AsyncGenerator<unknown, void, undefined>
  find(id: string, query?: AnyQuery, call?: FindOptions): Promise<OneOf<unknown>>
  create(input: Input, query?: AnyQuery, call?: CallOptions): Promise<OneOf<unknown>>
  update(id: string, input: Input, query?: AnyQuery, call?: CallOptions): Promise<OneOf<unknown>>
  destroy(id: string, call?: CallOptions): Promise<void>
  related(id: string, name: string, query?: AnyQuery, call?: CallOptions): Promise<unknown>
  relationship(id: string, name: string, query?: AnyQuery, call?: CallOptions): Promise<unknown>
  updateRelationship(id: string, name: string, data: unknown, call?: CallOptions): Promise<void>
  addToRelationship(id: string, name: string, data: unknown, call?: CallOptions): Promise<void>
  removeFromRelationship(id: string, name: string, data: unknown, call?: CallOptions): Promise<void>
}

/** The calls for one type of an API. */
export function collection(settings: Settings, type: string): AnyCollection {
  const { schema, flatten } = settings
  const address = (...segments: readonly string[]): string =>
    [type, ...segments].map((one) => `/${segment(one)}`).join('')
  const relationshipTo = (name: string): RelationshipSchema => {
    const found = relationshipSchema(schema, type, name)
    if (!found) throw new Error(`The type "${type}" has no relationship "${name}".`)
    return found
  }
  /** A path with the query appended as a search string. */
  const asking = (
    method: string,
    path: string,
    types: readonly string[],
    query: AnyQuery,
    written?: readonly string[],
  ): string =>
    said(`${method} ${path}`, () => {
      if (query.plain && !flatten) throw new Error('"plain: true" requires the extension "plain" in "use"')
      return path + queryText(schema, types, query, written)
    })
  const read = async (
    path: string,
    types: readonly string[],
    query: AnyQuery,
    call?: CallOptions,
  ): Promise<Answer> => {
    const accept = isByCursor(query) ? `${MEDIA_TYPE};profile="${PROFILE}"` : MEDIA_TYPE
    return send(settings, { method: 'GET', path: asking('GET', path, types, query), accept }, call)
  }
  /** The result for a response: linked records, or the form that an extension converts them to. */
  const recordsIn = (
    { document = {}, refuse }: Answer,
    types: readonly string[],
    query: AnyQuery,
    written: Asked['written'] = {},
  ): { readonly data: unknown } => {
    const data = readDocument(document, { schema, types, query, written, refuse })
    return query.plain && flatten ? flatten(data, schema) : { data }
  }
  const listIn = (answer: Answer, types: readonly string[], query: AnyQuery): ListOf<unknown> => {
    const { document = {}, refuse } = answer
    if (!Array.isArray(document['data'])) return refuse('The response does not contain a list')
    checkStats(answer, query)
    return castTo<ListOf<unknown>>(
      Object.freeze({
        ...recordsIn(answer, types, query),
        meta: metaOf(document),
        page: pageLinks(document),
      }),
    )
  }
  const oneIn = (
    answer: Answer,
    { types, nullable }: { readonly types: readonly string[]; readonly nullable?: boolean | undefined },
    id: string | undefined,
    query: AnyQuery,
    written?: Asked['written'],
  ): OneOf<unknown> => {
    const { document = {}, refuse } = answer
    const { data } = document
    const isOne =
      (isIdentifier(data) && types.includes(data.type) && isSameId(data.id, id)) ||
      (data === null && nullable === true)
    if (!isOne) return refuse('The response does not contain the record')
    return Object.freeze({ ...recordsIn(answer, types, query, written), meta: metaOf(document) })
  }
  const list: AnyCollection['list'] = async (query = {}, call) =>
    listIn(await read(address(), [type], query, call), [type], query)

  const write = async (
    method: 'POST' | 'PATCH',
    id: string | undefined,
    input: Input,
    query: AnyQuery,
    call?: CallOptions,
  ) => {
    const { id: chosen, ...members } = input
    const own = id ?? (chosen === undefined ? undefined : String(chosen))
    const identity = own === undefined ? { type } : { type, id: own }
    const { body, places, written } = said(`${method} /${type}`, () =>
      writeDocument(schema, identity, members),
    )
    const path = asking(method, address(...(id === undefined ? [] : [id])), [type], query, written)
    const answer = await send(settings, { method, path, body, places }, call)
    // Only the record's own relationships must be in the response. Relationships of nested records may be missing.
    return oneIn(answer, { types: [type] }, own, query, body.data.relationships)
  }
  const changeLinks =
    (method: 'PATCH' | 'POST' | 'DELETE') =>
    async (id: string, name: string, data: unknown, call?: CallOptions): Promise<void> => {
      const { types } = relationshipTo(name)
      const identifier = (one: Input): object => ({ type: one['type'] ?? types[0], id: one['id'] })
      const all = listOf(castTo<Input | readonly Input[] | null>(data)).map(identifier)
      const isMany = Array.isArray(data)
      const pointers = new Map([['/data', '']])
      if (isMany) for (const index of all.keys()) pointers.set(`/data/${index}`, `${index}`)
      const places = { pointers, tempIds: new Map<string, string>(), named: new Set(pointers.values()) }
      await send(
        settings,
        {
          method,
          path: address(id, 'relationships', name),
          body: { data: isMany ? all : (all[0] ?? null) },
          places,
        },
        call,
      )
    }
  const act =
    (name: string, action: OwnActionSchema) =>
    async (...given: readonly unknown[]): Promise<unknown> => {
      const ids = action.on === 'record' ? given.slice(0, 1) : []
      const [input = {}, query = {}, call] = castTo<[object?, AnyQuery?, CallOptions?]>(
        given.slice(ids.length),
      )
      const { output, many, transaction } = action
      const types = output === undefined ? [] : [output]
      const at = address(...castTo<string[]>(ids), '-actions', action.name ?? name)
      const sent = {
        method: 'POST',
        path: asking('POST', at, types, query),
        body: { meta: input },
        places: INPUT,
        transaction,
      } as const
      const answer = await send(settings, sent, call)
      if (output === undefined) {
        const { document = {}, refuse } = answer
        if (!isObject(document['meta'])) refuse('The response contains no meta')
        return Object.freeze({ meta: metaOf(document) })
      }
      return many
        ? listIn(answer, types, query)
        : oneIn(answer, { types, nullable: action.nullable }, undefined, query)
    }
  const own = Object.entries(typeSchema(schema, type)?.actions ?? {}).map(([name, action]) => [
    name,
    act(name, action),
  ])
  return {
    ...Object.fromEntries(own),
    list,
    async *each(query = {}, call) {
      const { number } = castTo<{ number?: number }>(query.page ?? {})
      // Uses cursors if possible and if the query has no page number, so that no record is lost or repeated while other
      // clients write.
      const start = typeSchema(schema, type)?.cursors === false ? { number: 1 } : { after: null }
      let page: PlaceOfPage | undefined = castTo<PlaceOfPage>(
        number === undefined ? { ...start, ...query.page } : query.page,
      )
      const walked = new Set([placeIn(page)])
      while (page) {
        const asked = { ...query, page: { ...query.page, ...page } }
        const answer = await read(address(), [type], asked, call)
        const { data } = listIn(answer, [type], asked)
        page = pageBehind(answer, walked)
        yield* data
      }
    },
    async find(id, query = {}, call) {
      const answer = await read(address(id), [type], query, call)
      return oneIn(answer, { types: [type] }, call?.alias ? undefined : id, query)
    },
    create: (input, query = {}, call) => write('POST', undefined, input, query, call),
    update: (id, input, query = {}, call) => write('PATCH', id, input, query, call),
    async destroy(id, call) {
      const { document, refuse } = await send(settings, { method: 'DELETE', path: address(id) }, call)
      // JSON:API allows a response with only meta.
      if (document && ('data' in document || !('meta' in document))) {
        refuse('The server did not destroy the record')
      }
    },
    async related(id, name, query = {}, call) {
      const relationship = relationshipTo(name)
      const { types, many } = relationship
      const answer = await read(address(id, name), types, query, call)
      return many ? listIn(answer, types, query) : oneIn(answer, relationship, undefined, query)
    },
    async relationship(id, name, query = {}, call) {
      const { types, many, nullable } = relationshipTo(name)
      const answer = await read(address(id, 'relationships', name), types, query, call)
      const { document = {}, refuse } = answer
      const { data } = document
      const isLinkage = many
        ? Array.isArray(data) && data.every(isIdentifier)
        : (data === null && nullable === true) || isIdentifier(data)
      if (!isLinkage) {
        return refuse('The response contains no linkage')
      }
      checkStats(answer, query)
      return Object.freeze({ data, meta: metaOf(document), ...(many && { page: pageLinks(document) }) })
    },
    updateRelationship: changeLinks('PATCH'),
    addToRelationship: changeLinks('POST'),
    removeFromRelationship: changeLinks('DELETE'),
  }
}

/**
 * Finds the next page after a response. Undefined if the server says that this is the last page. A missing link is an
 * error, because stopping would silently lose records. An earlier page is also an error, because the walk would never
 * end.
 */
function pageBehind({ document = {}, refuse }: Answer, walked: Set<string>): PlaceOfPage | undefined {
  if (membersOf(document['links'])['next'] === null) return undefined
  const { next = {} } = pageLinks(document)
  const place = placeIn(next)
  if (place === '' || walked.has(place)) {
    refuse('"links.next" is neither null nor the URL of a page')
  }
  walked.add(place)
  return next
}

const placeIn = ({ after, number }: PlaceOfPage): string => String(after ?? number ?? '')

/** An id as a path segment. A browser would resolve the dots of `.` and `..`, and request a different URL. */
const segment = (text: unknown): string =>
  said('A request', () => {
    const isPart = typeof text === 'string' && !/^\.{0,2}$/.test(text)
    if (!isPart) throw new Error(`${JSON.stringify(text)} is not an id`)
    return encodeURIComponent(text)
  })

/** The profile for cursor pagination. */
const PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'

const isByCursor = ({ page }: AnyQuery): boolean =>
  page !== undefined && ('after' in page || 'before' in page)

/** Rejects a response that lacks a requested statistic. */
function checkStats({ document = {}, refuse }: Answer, query: AnyQuery): void {
  const { stats } = metaOf(document)
  for (const [name, calculations] of Object.entries(query.stats ?? {})) {
    const found = membersOf(ownOf(membersOf(stats), name))
    for (const each of listOf(castTo<string | readonly string[] | undefined>(calculations))) {
      const value = ownOf(found, each)
      // A custom calculation may return any value.
      const isThere = each === 'count' ? typeof value === 'number' : value !== undefined
      if (!isThere) refuse(`"meta" does not contain "stats.${name}.${each}"`)
    }
  }
}

const metaOf = ({ meta }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.freeze(membersOf(meta))
