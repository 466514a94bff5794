import type { ApiError, Client } from '@jsonapi-gen/client'
import { schema as blogSchema, type Types as BlogTypes } from '../../examples/blog/src/web/schema.gen.js'

// What the examples in docstrings of the client stand in: names that a page has. Nothing of it runs.

export type Types = BlogTypes
export const schema: typeof blogSchema = blogSchema

export declare const api: Client<Types, 'operations' | 'plain'>
export declare const baseUrl: string
export declare const error: ApiError
export declare const token: string
export declare const title: string
export declare const body: string
export declare const input: Parameters<typeof api.posts.create>[0]
