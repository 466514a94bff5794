import type { BlogClient } from '../../support/databases.js'

/** The rows that a three-level write needs: a post with a thread, tags, an attachment, and an author with a profile. */
export interface Ground {
  readonly post: number
  readonly author: number
  readonly profile: number
  readonly updated: number
  readonly reply: number
  readonly destroyed: number
  readonly attachment: number
}

/** Creates the rows that `threeLevels` writes to. */
export async function prepareGround(prisma: BlogClient): Promise<Ground> {
  const mark = Math.random().toString(36).slice(2)
  const author = await prisma.author.create({
    data: { name: 'Ground', email: `${mark}@example.com`, profile: { create: { twitter: mark } } },
    include: { profile: true },
  })
  const post = await prisma.post.create({
    data: { title: mark, body: '', authorId: author.id, tags: { connect: [{ id: 1 }, { id: 2 }] } },
  })
  const comment = (body: string, parentId?: number) =>
    prisma.comment.create({
      data: {
        body,
        approved: true,
        postId: post.id,
        authorId: author.id,
        ...(parentId !== undefined && { parentId }),
      },
    })
  const updated = await comment('to be updated')
  const reply = await comment('to be destroyed below it', updated.id)
  const destroyed = await comment('to be destroyed')
  const attachment = await prisma.attachment.create({
    data: { url: 'https://example.com/a', byteSize: 1n, subjectType: 'Post', subjectId: post.id },
  })
  return {
    post: post.id,
    author: author.id,
    profile: author.profile?.id ?? 0,
    updated: updated.id,
    reply: reply.id,
    destroyed: destroyed.id,
    attachment: attachment.id,
  }
}

/** A write of three levels with every kind of relationship and every method. */
export function threeLevels(ground: Ground, mark: string): { readonly path: string; readonly body: unknown } {
  const { post, author, profile, updated, reply, destroyed, attachment } = ground
  const entry = (type: string, id: number, method: string) => ({ type, id: String(id), method })
  const fresh = (type: string, name: string) => ({ type, 'temp-id': name, method: 'create' })
  return {
    path: `/posts/${post}`,
    body: {
      data: {
        type: 'posts',
        id: String(post),
        attributes: { title: `${mark} changed` },
        relationships: {
          author: { data: entry('authors', author, 'update') },
          tags: { data: [entry('tags', 1, 'disassociate'), entry('tags', 3, 'update'), fresh('tags', 't')] },
          comments: {
            data: [
              entry('comments', updated, 'update'),
              fresh('comments', 'c'),
              entry('comments', destroyed, 'destroy'),
            ],
          },
          attachments: { data: [entry('attachments', attachment, 'update'), fresh('attachments', 'f')] },
        },
      },
      included: [
        {
          type: 'authors',
          id: String(author),
          attributes: { bio: mark },
          relationships: { profile: { data: entry('profiles', profile, 'update') } },
        },
        { type: 'profiles', id: String(profile), attributes: { website: `https://${mark}.example` } },
        { type: 'tags', 'temp-id': 't', attributes: { name: mark } },
        {
          type: 'comments',
          id: String(updated),
          attributes: { body: `${mark} updated` },
          relationships: { replies: { data: [entry('comments', reply, 'destroy')] } },
        },
        {
          type: 'comments',
          'temp-id': 'c',
          attributes: { body: `${mark} created` },
          relationships: { author: { data: fresh('authors', 'a') } },
        },
        { type: 'authors', 'temp-id': 'a', attributes: { name: mark, email: `new-${mark}@example.com` } },
        { type: 'attachments', id: String(attachment), attributes: { byteSize: '2' } },
        {
          type: 'attachments',
          'temp-id': 'f',
          attributes: { url: `https://${mark}.example/f`, byteSize: 3 },
        },
      ],
    },
  }
}
