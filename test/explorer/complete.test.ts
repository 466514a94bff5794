import { describe, expect, test } from 'vitest'
import { completionAt } from '../../explorer/page/model/complete.js'
import { inputsOf } from '../../explorer/page/model/inputs.js'
import { knownOf } from './support/known.js'

const blog = knownOf('blog')

/** The completion of text in which `|` marks the caret. */
function at(marked: string, id?: string) {
  const caret = marked.indexOf('|')
  const inputs = inputsOf(blog, 'posts', id === undefined ? 'create' : 'update')
  return completionAt(blog, { type: 'posts', id, inputs }, marked.replace('|', ''), caret)
}

const labels = (marked: string, id?: string) => at(marked, id)?.options.map(({ label }) => label)

describe('explorer/complete: options at the caret in a body', () => {
  test('completion offers the members of a document, a record and its relationships', () => {
    expect(labels('{|')).toEqual(['data', 'included'])
    expect(labels('{"data": {|')).toEqual(['type', 'attributes', 'relationships'])
    expect(labels('{"data": {"type": "posts", |', '1')).toEqual(['id', 'attributes', 'relationships'])
    expect(labels('{"data": {"attributes": {"title": "a", "|')).toEqual([
      'body',
      'publishedAt',
      'rating',
      'status',
      'views',
    ])
    expect(labels('{"data": {"relationships": {|')).toEqual(['author', 'attachments', 'comments', 'tags'])
    expect(labels('{"data": {"relationships": {"author": {|')).toEqual(['data'])
    expect(labels('{"data": {"relationships": {"tags": {"data": [{|')).toEqual([
      'type',
      'id',
      'temp-id',
      'method',
    ])
    expect(labels('{"data": {}, |')).toEqual(['included'])
  })

  test('completion offers values: types, the id, enums, booleans, null and methods', () => {
    expect(labels('{"data": {"type": "|"')).toEqual(['posts'])
    expect(labels('{"data": {"id": |', '7')).toEqual(['7'])
    expect(labels('{"data": {"attributes": {"status": "|')).toEqual(['draft', 'published'])
    expect(labels('{"data": {"attributes": {"rating": |')).toEqual(['null'])
    expect(labels('{"data": {"relationships": {"tags": {"data": [{"type": |')).toEqual(['tags'])
    expect(labels('{"data": {"relationships": {"tags": {"data": [{"type": "tags", "method": "d|')).toEqual([
      'destroy',
      'disassociate',
      'update',
    ])
    expect(labels('{"included": [{"type": "comments", "attributes": {"approved": |')).toEqual([
      'true',
      'false',
    ])
  })

  test('an included record is completed with the members of its type', () => {
    expect(labels('{"included": [|')).toEqual(['{}'])
    expect(labels('{"included": [{"type": "t|')).toContain('tags')
    expect(labels('{"data": {}, "included": [{}, {"type": "tags", "attributes": {|')).toEqual(['name'])
    expect(labels('{"included": [{"type": "nothing", "attributes": {|')).toBe(undefined)
  })

  test('an option replaces the partial word and the rest of its string, and places the caret at the value', () => {
    expect(at('{"data": {"attributes": {"ti|tle": "old"}}}')).toEqual({
      from: 25,
      to: 32,
      isBegun: true,
      options: [
        { label: 'title', hint: 'string, 1 to 200 characters', insert: '"title"', back: 0 },
        { label: 'rating', hint: 'decimal, or null', insert: '"rating"', back: 0 },
      ],
    })
    expect(at('{"data": {"attributes": {tit|')?.options).toEqual([
      { label: 'title', hint: 'string, 1 to 200 characters', insert: '"title": ""', back: 1 },
    ])
    expect(at('{"data": {"relationships": {au|')?.options[0]?.insert).toBe('"author": { "data": {} }')
  })

  test('nothing is offered after a value, outside a document, or in a place that the contract does not describe', () => {
    for (const marked of [
      '|',
      '{"data": {"type": "posts" |',
      '{"data": {} |',
      '{"data": {"attributes": {"title": "a|',
      '{"data": {"attributes": {"__proto__": {|',
      '{"meta": {|',
      '{"data": {"relationships": {"nothing": {|',
      '{"data": {"relationships": {"author": {"data": {"type": {|',
      '}}}}]|',
      '[[[|',
      '{"\\|',
    ]) {
      expect([marked, labels(marked)]).toEqual([marked, undefined])
    }
  })
})
