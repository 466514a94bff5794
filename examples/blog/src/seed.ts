import type { PrismaClient } from './prisma/client.js';
import { attachments, authors, comments, posts, profiles, tags } from './seed-data.js';

/**
 * Fills an empty blog. Every row, id and date is the same each time, because nothing depends on time or chance.
 *
 * The ids are explicit, so on PostgreSQL call {@link resetSequences} before the first create without an id.
 */
export async function seed(prisma: PrismaClient): Promise<void> {
  await prisma.$transaction([
    prisma.author.createMany({ data: authors() }),
    prisma.profile.createMany({ data: profiles() }),
    prisma.post.createMany({ data: posts() }),
    prisma.comment.createMany({ data: comments() }),
    prisma.attachment.createMany({ data: attachments() }),
    ...tags().map(({ id, name, postIds }) =>
      prisma.tag.create({
        data: { id, name, posts: { connect: postIds.map((postId) => ({ id: postId })) } },
      }),
    ),
  ]);
}

/** Makes PostgreSQL continue from the highest id of each table. SQLite and MariaDB do that by themselves. */
export async function resetSequences(
  prisma: PrismaClient,
  tables: readonly string[] = TABLES,
): Promise<void> {
  for (const table of tables) {
    await prisma.$executeRawUnsafe(
      `SELECT setval(pg_get_serial_sequence('"${table}"', 'id'), coalesce((SELECT max("id") FROM "${table}"), 1))`,
    );
  }
}

const TABLES = ['Author', 'Profile', 'Post', 'Comment', 'Tag', 'Attachment'];
