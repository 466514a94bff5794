import { type ResourceClass, ValidationError, type ValidationOutcome } from '@jsonapi-gen/runtime'
import type { PrismaAdapter, PrismaScope } from '@jsonapi-gen/runtime/prisma'
import { z } from 'zod'
import { CommentResource } from '../../examples/blog/src/api/comment.resource.js'
import type { CommentRecord } from '../../examples/blog/src/api/generated/comment.gen.js'
import type { PostRecord } from '../../examples/blog/src/api/generated/post.gen.js'
import { PostResource } from '../../examples/blog/src/api/post.resource.js'
import { PostsController } from '../../examples/blog/src/api/routes/posts.routes.js'
import type { Prisma, PrismaClient } from '../../examples/blog/src/prisma/client.js'
import { prismaAdapter } from '../support/facts.js'

/** The messages that the hooks of the examples have sent. */
export const outbox: string[] = []

let adapter: PrismaAdapter<PrismaClient>

/** Makes the examples write through a client. */
export function useExamples(client: PrismaClient): Readonly<Record<'posts' | 'comments', ResourceClass>> {
  adapter = prismaAdapter(client)
  StrictPost.useAdapter(adapter)
  CountedComment.useAdapter(adapter)
  return { posts: StrictPost, comments: CountedComment }
}

export class StrictPost extends PostResource {
  static {
    StrictPost.validates(z.object({ title: z.string().trim().min(3, 'is too short') }))
  }

  override validate({ status, publishedAt }: Readonly<Record<string, unknown>>): ValidationOutcome {
    if (status !== 'published' || publishedAt !== null) return []
    return [{ attribute: 'publishedAt', message: 'is needed once it is published' }]
  }

  override validateGraph(post: PostRecord & { readonly tags?: readonly unknown[] }): ValidationOutcome {
    return post.tags && post.tags.length > 3 ? [{ attribute: 'tags', message: 'are too many' }] : []
  }
}

export class SignedComment extends CommentResource {
  override async create(
    parameters: Readonly<Record<string, unknown>>,
    post?: object,
  ): Promise<CommentRecord> {
    if (parameters.body === 'spam') throw new ValidationError({ attribute: 'body', message: 'is spam' })
    return super.create({ ...parameters, body: `${String(parameters.body)} (signed)` }, post)
  }
}

/** A signed comment, with hooks in the transaction and after it. */
class CountedComment extends SignedComment {
  static {
    CountedComment.beforeCommit('create', 'countOnPost')
    CountedComment.afterCommit(['create', 'update'], (comment) => void outbox.push(comment.body))
  }

  async countOnPost({ postId }: CommentRecord): Promise<void> {
    await adapter.client.post.update({ where: { id: postId }, data: { views: { increment: 1 } } })
  }
}

export class OwnPostsController extends PostsController {
  override recordScope(): PrismaScope<Prisma.PostFindManyArgs> {
    return new PostResource().baseScope().where({ authorId: Number(this.request.headers.get('x-author')) })
  }

  override index(): Promise<Response> {
    return this.renderJsonapi(this.recordScope())
  }
}

export class QueuedPosts extends PostsController {
  override async create(): Promise<Response> {
    const [post, success] = await this.jsonapiCreate()
    if (!success) return this.renderErrorsFor(post)
    return this.renderJsonapi(post, { scope: false, status: 201, meta: { queued: true } })
  }
}
