import type { BlogClient, TypesClient } from '../../support/databases.js'

/** Every row of a blog, each table ordered by id, with the joins of posts and tags. */
export async function dumpBlog(prisma: BlogClient): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const byId = { orderBy: { id: 'asc' } } as const
  const tags = await prisma.tag.findMany({ ...byId, include: { posts: { select: { id: true }, ...byId } } })
  const posts = await prisma.post.findMany(byId)
  return {
    authors: await prisma.author.findMany(byId),
    profiles: await prisma.profile.findMany(byId),
    posts: posts.map((post) => ({ ...post, rating: post.rating?.toFixed() ?? null })),
    comments: await prisma.comment.findMany(byId),
    tags: tags.map(({ posts: of, ...tag }) => ({ ...tag, posts: of.map(({ id }) => id) })),
    attachments: await prisma.attachment.findMany(byId),
  }
}

/** Every row of the tables of types.prisma that tests write to. */
export async function dumpTypes(prisma: TypesClient): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const byId = { orderBy: { id: 'asc' } } as const
  return {
    users: await prisma.user.findMany(byId),
    teams: await prisma.team.findMany(byId),
    memberships: await prisma.membership.findMany(byId),
    nodes: await prisma.node.findMany(byId),
    notes: await prisma.note.findMany(byId),
    documents: await prisma.document.findMany(byId),
  }
}
