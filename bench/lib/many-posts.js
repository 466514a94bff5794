// Rows for the list benchmarks: as many as in a medium-sized application, and the same each time.
import { authors, comments, posts } from '../../examples/blog/dist/seed-data.js'

/** The number of posts per author, and of comments per post. */
const POSTS_OF_AUTHOR = 10
const COMMENTS_OF_POST = 5
/** One in this many comments is on the first post. */
const COMMENTS_OF_FIRST = 100
const ROWS_AT_ONCE = 100

/**
 * Fills an empty blog with posts, a tenth as many authors and five times as many comments: repetitions of the example's
 * seed with different ids.
 *
 * @param {import('../../examples/blog/dist/prisma/client.js').PrismaClient} prisma
 * @param {number} count the number of posts
 */
export async function seedPosts(prisma, count) {
  const authorCount = Math.ceil(count / POSTS_OF_AUTHOR)
  const writers = authors()
  const articles = posts()
  const remarks = comments()
  await inParts(
    authorCount,
    (id) => ({ ...again(writers, id), id, email: `author-${id}@example.com` }),
    (data) => prisma.author.createMany({ data }),
  )
  await inParts(
    count,
    (id) => ({ ...again(articles, id), id, views: (id * 37) % 5000, authorId: 1 + (id % authorCount) }),
    (data) => prisma.post.createMany({ data }),
  )
  await inParts(
    count * COMMENTS_OF_POST,
    (id) => ({
      ...again(remarks, id),
      id,
      // The first post has enough comments for a list.
      postId: id % COMMENTS_OF_FIRST === 0 ? 1 : 1 + (id % count),
      authorId: 1 + ((id * 3) % authorCount),
      parentId: null,
    }),
    (data) => prisma.comment.createMany({ data }),
  )
}

/**
 * @template Row
 * @param {readonly Row[]} rows
 * @param {number} id
 * @returns {Row}
 */
function again(rows, id) {
  const row = rows[(id - 1) % rows.length]
  if (row === undefined) throw new Error('The seed has no rows.')
  return row
}

/**
 * Writes rows a hundred at a time, because stores limit the number of values in a statement.
 *
 * @template Row
 * @param {number} count
 * @param {(id: number) => Row} rowOf
 * @param {(rows: Row[]) => Promise<unknown>} write
 */
async function inParts(count, rowOf, write) {
  for (let first = 1; first <= count; first += ROWS_AT_ONCE) {
    const length = Math.min(ROWS_AT_ONCE, count - first + 1)
    await write(Array.from({ length }, (_, index) => rowOf(first + index)))
  }
}
