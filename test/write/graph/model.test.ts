import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chance } from '../../support/chance.js'
import { quickly } from '../../support/sample.js'
import { databases, type BlogClient } from '../../support/databases.js'
import { commands } from './model/commands.js'
import { plan } from './model/plan.js'
import { named, rowsOf, type State } from './model/state.js'
import { writableBlog } from '../support/blog.js'
import { shortErrors, written } from '../support/documents.js'
import { danglingPointers } from '../support/pointers.js'
import { recordedBlog } from '../support/recorded.js'
import type { Answer } from '../support/send.js'
import { serveWrites } from '../support/serve.js'

const RUNS = { sqlite: 25, postgresql: 15, mariadb: 15 }

describe.each(databases)('write/model: random nested writes on $name', (database) => {
  const blog = writableBlog(database)

  test('nested writes have the same effect as on a simple model, and change no data if they are rejected', async () => {
    const { resources } = recordedBlog(blog.prisma)
    resources['comments']?.config.defaultFilters.clear()
    const served = serveWrites(resources)
    const outcomes = { done: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        let model = await freshBlog(blog.prisma)
        for (const command of sequence) {
          const planned = plan(command, model)
          if (!planned) continue
          const { method, path, body, after } = planned
          const answer = await served.send(method, path, body)
          const isDone = answer.status < 300
          const said = isDone ? 'done' : `${answer.status} ${shortErrors(answer).join(' ')}`
          expect({ said, isDone }).toEqual({ said, isDone: after !== undefined })
          expect([said, answer.status < 500, danglingPointers(answer, body)]).toEqual([said, true, []])
          model = after === undefined ? model : named(after, idsIn(answer))
          expect(rowsOf(await stored(blog.prisma))).toEqual(rowsOf(model))
          outcomes[isDone ? 'done' : 'refused']++
        }
      }),
      chance(RUNS[database.name]),
    )
    // The test is meaningful only if it makes enough successful and enough rejected writes.
    expect(Math.min(outcomes.done, outcomes.refused)).toBeGreaterThanOrEqual(quickly(RUNS[database.name]))
  }, 3_600_000)
})

/** Resets the blog to three authors, three posts, four comments and four tags. */
async function freshBlog(prisma: BlogClient): Promise<State> {
  for (const table of [
    prisma.attachment,
    prisma.comment,
    prisma.post,
    prisma.tag,
    prisma.profile,
    prisma.author,
  ]) {
    await (table as typeof prisma.tag).deleteMany()
  }
  const authors = []
  for (const name of ['A', 'B', 'C']) {
    authors.push(await prisma.author.create({ data: { name, email: `${name}@example.com` } }))
  }
  const tags = []
  for (const name of ['a', 'b', 'y', 'z']) tags.push(await prisma.tag.create({ data: { name } }))
  for (const [index, title] of ['one', 'two', 'three'].entries()) {
    const authorId = authors[index % 2]?.id ?? 0
    const { id: postId } = await prisma.post.create({
      data: {
        title,
        body: '',
        authorId,
        tags: { connect: tags.slice(index, index + 2).map(({ id }) => ({ id })) },
      },
    })
    if (index === 2) continue
    const { id: parentId } = await prisma.comment.create({ data: { body: 'first', postId, authorId } })
    await prisma.comment.create({ data: { body: 'reply', postId, parentId } })
  }
  return stored(prisma)
}

async function stored(prisma: BlogClient): Promise<State> {
  const posts = await prisma.post.findMany({ include: { tags: true } })
  const or = (id: number | null): string | null => (id === null ? null : String(id))
  return {
    authors: new Map((await prisma.author.findMany()).map(({ id, name }) => [String(id), { name }])),
    posts: new Map(
      posts.map(({ id, title, authorId, tags }) => [
        String(id),
        { title, authorId: String(authorId), tags: new Set(tags.map((tag) => String(tag.id))) },
      ]),
    ),
    comments: new Map(
      (await prisma.comment.findMany()).map(({ id, body, postId, authorId, parentId }) => [
        String(id),
        { body, postId: String(postId), authorId: or(authorId), parentId: or(parentId) },
      ]),
    ),
    tags: new Map((await prisma.tag.findMany()).map(({ id, name }) => [String(id), { name }])),
  }
}

/** The ids of the created records, by the temp-ids in the response. */
function idsIn(answer: Answer): ReadonlyMap<string, string> {
  if (answer.status === 204) return new Map()
  const { data, included = [] } = written(answer)
  return new Map(
    [data, ...included].flatMap(({ id, 'temp-id': name }) => (name === undefined ? [] : [[name, id]])),
  )
}
