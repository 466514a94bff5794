// An author with posts that refer back to the author, sent through React Server Components: `node
// --conditions react-server flight.js <baseUrl>`.
import { createClient } from '@jsonapi-gen/client'
import { structuralSharing } from '@jsonapi-gen/client/tanstack'
// @ts-expect-error React has no types for it.
import { createFromReadableStream } from 'react-server-dom-parcel/client.edge'
// @ts-expect-error React has no types for it.
import { renderToReadableStream } from 'react-server-dom-parcel/server.edge'

const [, , baseUrl = ''] = process.argv
const schema = {
  version: 1,
  types: {
    authors: {
      attributes: { name: 'string', createdAt: 'datetime' },
      relationships: { posts: { types: ['posts'], many: true } },
    },
    posts: {
      attributes: { title: 'string', rating: 'decimal|null' },
      relationships: { author: { types: ['authors'], many: false } },
    },
  },
}
/** @type {unknown[]} */
const warnings = []
// oxlint-disable-next-line no-console -- collects React's warnings
console.error = (...all) => void warnings.push(all)

const api = /** @type {any} */ (createClient({ baseUrl, schema: /** @type {any} */ (schema) }))
const { data: renamed } = await api.authors.find('1', { include: 'posts.author' })
// The records of an earlier result are part of what is sent.
const sent = /** @type {any} */ (
  structuralSharing(
    { ...renamed, name: 'x' },
    (await api.authors.find('1', { include: 'posts.author' })).data,
  )
)
const read = await createFromReadableStream(renderToReadableStream(sent))
process.stdout.write(
  JSON.stringify({
    closed: [sent, read].map((author) =>
      author.posts.every((/** @type {any} */ post) => post.author === author),
    ),
    dates: [read.createdAt instanceof Date, read.createdAt.getTime() === sent.createdAt.getTime()],
    decimals: read.posts.map((/** @type {any} */ { rating }) => rating),
    sent: sent.posts.map((/** @type {any} */ { rating }) => rating),
    warnings,
  }),
)
