/** `@jsonapi-gen/client` with its extensions, and `@tanstack/query-core`, for tests that run with `CLIENT=hermes`. */
import { onHermes } from './hermes.js'

const all = await onHermes()

export const { ApiError, createClient, operations, plain, recordIn, retries } = all
export const { dehydrate, hydrate, InfiniteQueryObserver, MutationObserver, QueryClient, QueryObserver } = all
export const { replaceEqualDeep, structuralSharing, tanstack } = all
