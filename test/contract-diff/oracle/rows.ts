import type { BlogClient } from '../../support/databases.js'
import type { Offer } from './offer.js'
import { LAST } from './requests.js'

const IDS = Array.from({ length: LAST }, (_, index) => index + 1)

/**
 * Replaces the rows of a blog with the oracle's: a few in each table, without nulls. No other row needs the
 * last ones.
 */
export async function resetRows(prisma: BlogClient): Promise<void> {
  await prisma.comment.deleteMany()
  await prisma.post.deleteMany()
  await prisma.tag.deleteMany()
  await prisma.profile.deleteMany()
  await prisma.author.deleteMany()
  const at = new Date('2026-01-01T00:00:00.000Z')
  await prisma.author.createMany({
    data: IDS.map((id) => ({ id, name: `n${id}`, email: `n${id}@x.example`, bio: `bio ${id}` })),
  })
  await prisma.profile.createMany({
    data: IDS.map((id) => ({ id, website: `w${id}`, twitter: `t${id}`, authorId: id })),
  })
  await prisma.tag.createMany({ data: IDS.map((id) => ({ id, name: `name ${id}` })) })
  await prisma.post.createMany({
    data: IDS.map((id) => ({
      id,
      title: `title ${id}`,
      body: 'a',
      views: id * 10,
      rating: id,
      publishedAt: at,
      createdAt: at,
      authorId: Math.min(id, 2),
    })),
  })
  await prisma.comment.createMany({
    data: IDS.map((id) => ({
      id,
      body: `text ${id}`,
      approved: true,
      postId: Math.min(id, 2),
      authorId: Math.min(id, 2),
      parentId: id === LAST ? 2 : 1,
    })),
  })
  await prisma.post.update({ where: { id: 1 }, data: { tags: { connect: [{ id: 1 }, { id: 2 }] } } })
}

/** Changes the rows so that every default filter of the oracle hides them. */
export async function hideRows(prisma: BlogClient): Promise<void> {
  await prisma.post.updateMany({ data: { views: 0 } })
  await prisma.comment.updateMany({ data: { approved: false } })
  for (const id of IDS) {
    await prisma.author.update({ where: { id }, data: { name: `z${id}` } })
    await prisma.tag.update({ where: { id }, data: { name: `z${id}` } })
  }
}

/** Sets every value to null that a schema declares nullable. */
export async function emptyRows(prisma: BlogClient, { resources }: Offer): Promise<void> {
  for (const { model, attributes, sideloads } of Object.values(resources)) {
    const columns = Object.entries(attributes).flatMap(([name, { type = '', column }]) =>
      type.endsWith('?') ? [column ?? name] : [],
    )
    const keys = Object.values(sideloads).flatMap(({ kind, nullable, foreignKey }) =>
      kind === 'belongsTo' && nullable !== false && model === 'Comment' ? [String(foreignKey)] : [],
    )
    const data = Object.fromEntries([...columns, ...keys].map((name) => [name, null]))
    if (Object.keys(data).length === 0) continue
    const table = Reflect.get(prisma, model.charAt(0).toLowerCase() + model.slice(1)) as {
      updateMany(options: { readonly data: object }): Promise<unknown>
    }
    await table.updateMany({ data })
  }
}
