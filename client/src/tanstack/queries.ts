import { castTo } from '../cast.js'
import { membersOf } from '../is-object.js'
import { relationshipSchema, typeSchema } from '../schema.js'
import type { AnyQuery } from '../query-text.js'
import type { CallOptions } from '../types/call-types.js'
import type { Page } from '../types/query-types.js'
import type { PageLinks } from '../types/record-types.js'
import { recorded } from './calls.js'
import { keyOf, readOf } from './keys.js'
import type { InfiniteQueryOptions, QueryOptions, TanstackSettings } from './options.js'
import { structuralSharing } from './share.js'

/** The options of a query, from a function that returns one call. */
export function queryOptions<Api extends object, Data>(
  settings: TanstackSettings<Api>,
  make: (api: Api) => Promise<Data>,
): QueryOptions<Data> {
  const { queryKey, ask } = readIn<Api, Data>(settings, make)
  return { queryKey, queryFn: ({ signal }) => ask(signal), structuralSharing }
}

/** The options of an infinite query, from a function that returns a call to a list. */
export function infiniteQueryOptions<Api extends object, Data extends { readonly page: PageLinks }>(
  settings: TanstackSettings<Api>,
  make: (api: Api) => Promise<Data>,
): InfiniteQueryOptions<Data> {
  const { queryKey, ask, query, isByNumber } = readIn<Api, Data>(settings, make)
  const { number, after, before, ...rest } = membersOf(query.page)
  const isPlaced = number !== undefined || after !== undefined || before !== undefined
  return {
    queryKey: [...queryKey, 'pages'],
    queryFn: ({ signal, pageParam }) => ask(signal, { ...query, page: { ...rest, ...pageParam } }),
    // The same pages that `each` uses.
    initialPageParam: isPlaced ? castTo<Page>(query.page) : isByNumber ? { number: 1 } : { after: null },
    getNextPageParam: ({ page }) => page.next,
    getPreviousPageParam: ({ page }) => page.prev,
    structuralSharing,
  }
}

interface ReadCall<Data> {
  readonly queryKey: readonly unknown[]
  readonly query: AnyQuery
  /** Whether the list does not support cursors. */
  readonly isByNumber: boolean
  readonly ask: (signal: AbortSignal, query?: AnyQuery) => Promise<Data>
}

function readIn<Api extends object, Data>(
  settings: TanstackSettings<Api>,
  make: (api: Api) => Promise<Data>,
): ReadCall<Data> {
  const { api, schema } = settings
  const call = recorded(api, make)
  if (!call) throw new Error(`A query needs a function that returns one call, such as ${EXAMPLE}.`)
  const read = readOf(schema, call)
  if (!read) throw new Error(`A query cannot write: pass the call of "${call.method}" to mutationOptions.`)
  const query = membersOf(call.given[read.queryAt])
  const target = relationshipSchema(schema, call.type, String(call.given[1]))?.types[0] ?? call.type
  return {
    queryKey: keyOf(settings, read, call),
    query,
    isByNumber: typeSchema(schema, target)?.cursors === false,
    ask(signal, asked = query) {
      const given = [...call.given]
      given[read.queryAt] = asked
      given[read.queryAt + 1] = { ...castTo<CallOptions>(given[read.queryAt + 1]), signal }
      return castTo<Promise<Data>>(call.make(...given))
    },
  }
}

const EXAMPLE = '(api) => api.posts.list()'
