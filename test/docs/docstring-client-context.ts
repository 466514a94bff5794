import type { ApiError, Client } from '@jsonapi-gen/client'
import type { Tanstack } from '@jsonapi-gen/client/tanstack'
import { schema as blogSchema, type Types as BlogTypes } from '../../examples/blog/src/web/schema.gen.js'

// The context of the client's docstring examples: names that a page would define. None of it is executed.

export type Types = BlogTypes
export const schema: typeof blogSchema = blogSchema

export declare const api: Client<Types, 'operations' | 'plain'>
export declare const baseUrl: string
export declare const error: ApiError
export declare const token: string
export declare const title: string
export declare const body: string
export declare const input: Parameters<typeof api.posts.create>[0]
export declare const id: string
export declare const queryOptions: Tanstack<typeof api, keyof Types>['queryOptions']
export declare const infiniteQueryOptions: Tanstack<typeof api, keyof Types>['infiniteQueryOptions']
export declare const mutationOptions: Tanstack<typeof api, keyof Types>['mutationOptions']

// The functions of TanStack Query for React.
export declare function useQuery(options: object): { readonly data: unknown }
export declare function useInfiniteQuery(options: object): {
  readonly data: unknown
  fetchNextPage(): Promise<unknown>
}
export declare function useMutation(options: object): { mutate(variables: unknown): void }
