import type { Server } from 'node:http'
import {
  type Api,
  type CommonScope,
  ResourceController,
  type Controllers,
  type Registry,
  Resource,
  type Shape,
} from '@jsonapi-gen/runtime'
import type { OpenApi } from '@jsonapi-gen/openapi'
import type { ContractDocument } from '@jsonapi-gen/runtime/testing'
import type express from 'express'
import type { FastifyInstance } from 'fastify'
import * as hono from 'hono'
import type { Schema } from 'jsonapi-gen'
import type * as zod from 'zod'
import type { PostShape as BlogPostShape } from '../../examples/blog/src/api/generated/post.gen.js'
import { PostResource as BlogPostResource } from '../../examples/blog/src/api/post.resource.js'
import type { PrismaLibSql as LibSql } from '@prisma/adapter-libsql'
import type { PrismaClient as BlogClient } from '../../examples/blog/src/prisma/client.js'
import type { Contract } from '@jsonapi-gen/runtime/vocabulary'
import type { contractOf as contractOfSchema } from '../../src/contract/contract-of.js'
import type { Locals as AskingLocals, User as AskingUser } from './who-is-asking-examples.js'

// The context of the docstring examples: names that an application would define, and the classes around the
// examples. None of it is executed.

export type User = AskingUser
export type Locals = AskingLocals

export interface Guards {
  isMember(): boolean
}

export class ApplicationController extends ResourceController<Locals> {}
export class PostsController extends ApplicationController {}
export class TagsController extends ApplicationController {}

/** A scope, as the examples of declarations use it. */
interface PostsScope {
  where(condition: object): this
  orderBy(order: object): this
  include(relations: object): this
  window(from: number, size: number): this
}

interface ExampleShape extends Shape {
  scope: PostsScope
}

/** The base class for an example that consists of a resource's members. */
export abstract class ResourceExample extends Resource<ExampleShape> {}

/** The base class for an example that consists of declarations. It contains the methods that they name. */
export abstract class DeclaringExample extends ResourceExample {
  extraFieldReadingTime(): number {
    return 1
  }

  scopeVisible(scope: PostsScope): PostsScope {
    return scope
  }

  scopeOwn(scope: PostsScope): PostsScope {
    return scope
  }

  scopeTenant<Scope extends CommonScope<ExampleShape>>(scope: Scope): Scope {
    return scope
  }

  scopeOfRelated(): object {
    return {}
  }

  assignRelated(): void {}
}

interface OfTenant extends Shape {
  record: { readonly tenantId: number }
}

export interface InvoiceShape extends OfTenant {
  type: 'invoices'
}

export interface ProjectShape extends OfTenant {
  type: 'projects'
}

export type PostShape = BlogPostShape
export type RequestHandler = express.RequestHandler
export type Context<Env extends hono.Env> = hono.Context<Env>

export class PostResource extends BlogPostResource {}
export class Hono<Env extends hono.Env> extends hono.Hono<Env> {}

export declare const z: typeof zod

export declare const contract: ContractDocument
export declare const openapi: OpenApi
export declare const contractOf: typeof contractOfSchema
export declare const base: Contract
export declare const head: Contract
export declare const schema: Schema
export declare const test: (name: string, run: () => unknown) => void
export declare const prisma: BlogClient
export declare const PrismaClient: typeof BlogClient
export declare const PrismaLibSql: typeof LibSql
export declare const registry: Registry
export declare const controllers: Controllers<Locals>
export declare const api: Api<Locals>
export declare const app: FastifyInstance
export declare const server: Server
export declare const request: Request
export declare const response: Response
export declare const url: string
export declare const user: User
export declare const userOf: (authorization: string | null | undefined) => Promise<User | undefined>
export declare const data: object
export declare const post: object
export declare const success: boolean
export declare const outcome: unknown
export declare const error: unknown
export declare const MANY: object
export declare const FEW: object
export declare const tracer: {
  startActiveSpan<Result>(name: string, run: (span: { end(): void }) => Result): Result
}
export declare const log: Record<'info' | 'warn', (said: object, text?: string) => void>
export declare const stockOf: (post: unknown) => { reserve(): Promise<void> }
export declare const searchIndex: { put(post: unknown): void }
