import { castTo } from './cast.js'
import { isIdentifier } from './is-identifier.js'
import { isObject } from './is-object.js'
import { listOf } from './list-of.js'
import { pageLinks } from './page-links.js'
import { type AnyQuery, queryText } from './query-text.js'
import { type Asked, readDocument } from './read-document.js'
import { type ClientSchema, type RelationshipSchema, relationshipSchema } from './schema.js'
import {
  type Answer,
  type CallOptions,
  type ClientOptions,
  type FindOptions,
  MEDIA_TYPE,
  send,
  unsent,
} from './send.js'
import type { ListOf, OneOf, PlaceOfPage } from './types/record-types.js'
import { writeDocument } from './write-document.js'

/** The client of an API, as its calls need it. */
export interface Settings extends ClientOptions {
  readonly schema: ClientSchema<unknown>
}

type Input = Readonly<Record<string, unknown>>

/** The calls to one type of an API, without their types. */
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

/** The calls to one type of an API. */
export function collection(settings: Settings, type: string): AnyCollection {
  const address = (...segments: readonly string[]): string =>
    [type, ...segments].map((one) => `/${segment(one)}`).join('')
  const relationshipTo = (name: string): RelationshipSchema => {
    const found = relationshipSchema(settings.schema, type, name)
    if (!found) throw new Error(`The type "${type}" has no relationship "${name}".`)
    return found
  }
  const read = (
    path: string,
    types: readonly string[],
    query: AnyQuery,
    call?: CallOptions,
  ): Promise<Answer> => {
    const accept = isByCursor(query) ? `${MEDIA_TYPE};profile="${PROFILE}"` : MEDIA_TYPE
    const search = said(`GET ${path}`, () => queryText(settings.schema, types, query))
    return send(settings, { method: 'GET', path: path + search, accept }, call)
  }
  const list: AnyCollection['list'] = async (query = {}, call) =>
    listIn(await read(address(), [type], query, call), settings.schema, [type], query)

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
      writeDocument(settings.schema, identity, members),
    )
    const base = address(...(id === undefined ? [] : [id]))
    const search = said(`${method} ${base}`, () => queryText(settings.schema, [type], query, written))
    const path = base + search
    const answer = await send(settings, { method, path, body, places }, call)
    // Below the record itself, the answer says what of it is there.
    const named = written.filter((path) => !path.includes('.'))
    return oneIn(answer, settings.schema, { types: [type], id: own }, query, named)
  }
  const changeLinks =
    (method: 'PATCH' | 'POST' | 'DELETE') =>
    async (id: string, name: string, data: unknown, call?: CallOptions): Promise<void> => {
      const { types } = relationshipTo(name)
      const identifier = (one: Input): object => ({ type: one['type'] ?? types[0], id: one['id'] })
      const sent = Array.isArray(data)
        ? data.map(identifier)
        : data === null
          ? null
          : identifier(castTo<Input>(data))
      const pointers = new Map([
        ['/data', ''],
        ...(Array.isArray(sent) ? sent : []).map((_, index) => [`/data/${index}`, `${index}`] as const),
      ])
      const places = { pointers, tempIds: new Map<string, string>(), named: new Set(pointers.values()) }
      await send(
        settings,
        { method, path: address(id, 'relationships', name), body: { data: sent }, places },
        call,
      )
    }
  return {
    list,
    async *each(query = {}, call) {
      const { number } = castTo<{ number?: number }>(query.page ?? {})
      // By cursors unless a number is asked for: nothing is lost or repeated while others write.
      let page: PlaceOfPage | undefined = castTo<PlaceOfPage>(
        number === undefined ? { after: null, ...query.page } : query.page,
      )
      const walked = new Set([placeIn(page)])
      while (page) {
        const asked = { ...query, page: { ...query.page, ...page } }
        const answer = await read(address(), [type], asked, call)
        const { data } = listIn(answer, settings.schema, [type], asked)
        page = pageBehind(answer, walked)
        yield* data
      }
    },
    async find(id, query = {}, call) {
      const answer = await read(address(id), [type], query, call)
      return oneIn(answer, settings.schema, { types: [type], id: call?.alias ? undefined : id }, query)
    },
    create: (input, query = {}, call) => write('POST', undefined, input, query, call),
    update: (id, input, query = {}, call) => write('PATCH', id, input, query, call),
    async destroy(id, call) {
      const { document, refuse } = await send(settings, { method: 'DELETE', path: address(id) }, call)
      // JSON:API lets a server answer with meta, and with nothing else.
      if (document && ('data' in document || !('meta' in document))) refuse('The server destroyed nothing')
    },
    async related(id, name, query = {}, call) {
      const relationship = relationshipTo(name)
      const { types, many } = relationship
      const answer = await read(address(id, name), types, query, call)
      return many
        ? listIn(answer, settings.schema, types, query)
        : oneIn(answer, settings.schema, relationship, query)
    },
    async relationship(id, name, query = {}, call) {
      const { types, many, nullable } = relationshipTo(name)
      const answer = await read(address(id, 'relationships', name), types, query, call)
      const { document, refuse } = answer
      const data = document?.['data']
      const isLinkage = many
        ? Array.isArray(data) && data.every(isIdentifier)
        : (data === null && nullable === true) || isIdentifier(data)
      if (!isLinkage) {
        return refuse('The server answered no linkage')
      }
      checkStats(answer, query)
      return Object.freeze({ data, meta: metaOf(document), ...(many && { page: pageLinks(document ?? {}) }) })
    },
    updateRelationship: changeLinks('PATCH'),
    addToRelationship: changeLinks('POST'),
    removeFromRelationship: changeLinks('DELETE'),
  }
}

/**
 * The page behind an answer; undefined where the server says that there is none. A walk that ended at anything else would lose
 * records in silence, and one that went where it has been would never end.
 */
function pageBehind({ document, refuse }: Answer, walked: Set<string>): PlaceOfPage | undefined {
  const { links } = document ?? {}
  if (isObject(links) && links['next'] === null) return undefined
  const { next = {} } = pageLinks(document ?? {})
  const place = placeIn(next)
  if (place === '' || walked.has(place)) refuse('Its "links.next" leads no further, and is not null')
  walked.add(place)
  return next
}

const placeIn = ({ after, number }: PlaceOfPage): string => String(after ?? number ?? '')

/** An id as a part of a path. A browser would resolve dots, and lead to another address. */
function segment(text: unknown): string {
  const isPart = typeof text === 'string' && !/^\.{0,2}$/.test(text)
  if (!isPart) throw unsent('A request', new Error(`${JSON.stringify(text)} is no id`))
  return said('A request', () => encodeURIComponent(text))
}

/** What a request says; an ApiError where no request can say it. */
function said<Value>(what: string, say: () => Value): Value {
  try {
    return say()
  } catch (error) {
    throw unsent(what, error)
  }
}

/** The profile of pages by cursors. */
const PROFILE = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/'

const isByCursor = ({ page }: AnyQuery): boolean =>
  page !== undefined && ('after' in page || 'before' in page)

function askedOf(
  schema: ClientSchema<unknown>,
  types: readonly string[],
  query: AnyQuery,
  refuse: Answer['refuse'],
  written: readonly string[],
): Asked {
  return {
    schema,
    types,
    filter: query.filter ?? {},
    include: listOf(query.include),
    fields: castTo<Asked['fields']>(query.fields ?? {}),
    extraFields: castTo<Asked['fields']>(query.extraFields ?? {}),
    written,
    refuse,
  }
}

function listIn(
  answer: Answer,
  schema: ClientSchema<unknown>,
  types: readonly string[],
  query: AnyQuery,
): ListOf<unknown> {
  const { document, refuse } = answer
  if (!document || !Array.isArray(document['data'])) return refuse('The server answered no list')
  checkStats(answer, query)
  const data = castTo<readonly unknown[]>(readDocument(document, askedOf(schema, types, query, refuse, [])))
  return Object.freeze({ data, meta: metaOf(document), page: pageLinks(document) })
}

function oneIn(
  { document, refuse }: Answer,
  schema: ClientSchema<unknown>,
  {
    types,
    nullable,
    id,
  }: Pick<RelationshipSchema, 'types' | 'nullable'> & { readonly id?: string | undefined },
  query: AnyQuery,
  written: readonly string[] = [],
): OneOf<unknown> {
  const data = document?.['data']
  const isOne =
    (isIdentifier(data) && types.includes(data.type) && isSameId(data.id, id)) ||
    (data === null && nullable === true)
  if (!document || !isOne) return refuse('The server answered no such record')
  return Object.freeze({
    data: readDocument(document, askedOf(schema, types, query, refuse, written)),
    meta: metaOf(document),
  })
}

/** A store may find a text whatever its case and its accents, and answer its own spelling. */
const isSameId = (found: string, id = found): boolean =>
  found.localeCompare(id, 'en', { sensitivity: 'base' }) === 0

/** Refuses an answer that lacks a statistic. */
function checkStats({ document, refuse }: Answer, query: AnyQuery): void {
  const { stats } = metaOf(document)
  for (const [name, calculations] of Object.entries(query.stats ?? {})) {
    const found = isObject(stats) && Object.hasOwn(stats, name) ? stats[name] : undefined
    for (const each of listOf(castTo<string | readonly string[] | undefined>(calculations))) {
      if (!isObject(found) || !Object.hasOwn(found, each)) refuse(`Its meta lacks "stats.${name}.${each}"`)
    }
  }
}

const metaOf = (document: Readonly<Record<string, unknown>> | undefined): Readonly<Record<string, unknown>> =>
  Object.freeze(isObject(document?.['meta']) ? document['meta'] : {})
