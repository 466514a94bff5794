import type { ApiError, Client } from '@jsonapi-gen/client'
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
