import { describe, expect, test } from 'vitest'
import { recordGraph } from '../../explorer/page/model/record-graph.js'
import { knownOf } from './support/known.js'

const blog = knownOf('blog')
const comments = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ type: 'comments', id: String(index) }))

describe('explorer/picture: a document drawn as records and links', () => {
  test('the primary data is on the left, and each record is drawn once, with the links that the document has', () => {
    const drawing = recordGraph(blog, {
      data: [
        {
          type: 'posts',
          id: '1',
          attributes: { title: 'Hello' },
          relationships: {
            author: { data: { type: 'authors', id: '1' } },
            comments: { data: comments(2) },
            tags: { data: [] },
            attachments: { links: {} },
          },
        },
      ],
      included: [
        { type: 'authors', id: '1', relationships: { posts: { data: [{ type: 'posts', id: '1' }] } } },
        { type: 'comments', id: '0', attributes: { body: 'First!' } },
      ],
    })
    expect(
      drawing?.cards.map(({ type, title, relationships }) => [
        type,
        title,
        relationships.map(({ name }) => name),
      ]),
    ).toEqual([
      ['posts 1', 'posts 1: Hello', ['author', 'comments']],
      ['authors 1', 'authors 1', ['posts']],
      ['comments 0', 'comments 0: First!', []],
    ])
    expect(drawing?.arrows).toEqual([
      { from: 'posts 1', name: 'author', to: 'authors 1' },
      { from: 'posts 1', name: 'comments', to: 'comments 0' },
      { from: 'authors 1', name: 'posts', to: 'posts 1' },
    ])
    expect(drawing?.left).toBe(0)
  })

  test('at most 60 records are drawn, and the others are counted', () => {
    const drawing = recordGraph(blog, { data: comments(70), included: [{ type: 'tags', id: '1' }] })
    expect([drawing?.cards.length, drawing?.left]).toEqual([60, 11])
  })

  test('a document without records has no picture', () => {
    for (const document of [
      undefined,
      null,
      [],
      {},
      { data: null },
      { data: [] },
      { errors: [] },
      { data: [{}] },
    ]) {
      expect(recordGraph(blog, document)).toBe(undefined)
    }
  })
})
