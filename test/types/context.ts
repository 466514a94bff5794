// The context that a resource's code receives for a request, and code that must not compile. Checked by `npm run
// typecheck`.
import type { ApplicationController } from '../../examples/blog/src/api/application.controller.js'
import { adapter } from '../../examples/blog/src/api/application.resource.js'
import type { PostScope } from '../../examples/blog/src/api/generated/post.gen.js'
import { PostResource } from '../../examples/blog/src/api/post.resource.js'
import type { Post, PrismaClient } from '../../examples/blog/src/prisma/client.js'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { Resource } from '@jsonapi-gen/runtime'

/** Compiles only if both types are the same. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

function same<A, B>(_same: Same<A, B>): void {}

/** The application's controller, in every place where a resource's code receives it. */
export class Seeing extends PostResource {
  static {
    this.allowFilter('mine', { type: 'boolean' }, function (scope, value, context) {
      same<typeof context, ApplicationController | undefined>(true)
      same<typeof this.context, ApplicationController | undefined>(true)
      return value && this.context?.isEditor() ? scope : scope.where({ id: -1 })
    })
    this.defaultFilter('seen', (scope, context) => (context?.isEditor() ? scope : scope.where({ id: -1 })))
    this.extraField('secret', { type: 'string', value: (_post, context) => (context?.isEditor() ? 'x' : '') })
    this.beforeCommit('create', (_post, context) => void context?.isEditor())
    this.afterCommit('update', function () {
      // @ts-expect-error: the controller has no such guard.
      this.context?.isAdmin()
    })
    // @ts-expect-error: the controller has no such guard.
    this.afterCommit('create', (_post, context) => void context?.isAdmin())
  }

  override filterPopular(scope: PostScope, value: boolean): PostScope {
    same<typeof this.context, ApplicationController | undefined>(true)
    return super.filterPopular(scope, value)
  }

  override async create(parameters: Readonly<Partial<Post>>, parent?: object): Promise<Post> {
    // @ts-expect-error: there may be no context.
    this.context.isEditor()
    return super.create({ ...parameters, status: this.context?.isEditor() ? 'published' : 'draft' }, parent)
  }
}

/** Without a shape, a context is any object. */
export abstract class Plain extends Resource {
  seen(): void {
    same<typeof this.context, object | undefined>(true)
  }
}

/** The client of a transaction has the models, but no methods that begin or end a transaction. */
export async function inTransaction(prisma: PrismaClient): Promise<readonly Post[]> {
  const own = new PrismaAdapter(prisma)
  same<typeof own, PrismaAdapter<PrismaClient>>(true)
  // @ts-expect-error a transaction cannot begin another one
  void own.client.$transaction
  // @ts-expect-error: it has no such model.
  void adapter.client.poem
  const count: number = await adapter.client.post.count()
  return own.client.post.findMany({ take: count })
}

/** The adapter also accepts a client that `$extends` returned. */
export const extended = (prisma: PrismaClient): object =>
  new PrismaAdapter(prisma.$extends({ model: { post: { drafts: (): number => 1 } } })).client.post.drafts
