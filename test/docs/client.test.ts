import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { servedBlog } from '../client/support/blog.js'
import { clientOf, reading, writing } from './client-examples.js'

const blog = servedBlog()
const docs = await readFile(at('docs/client.md'), 'utf8')
const examples = await readFile(at('test/docs/client-examples.ts'), 'utf8')

/** What is left of code whatever its formatter does with lines, without imports, whose paths differ. */
const plain = (code: string): string => code.replaceAll(/^import .*$/gm, '').replaceAll(/[\s,]+/g, '')

test('the code of docs/client.md is that of the examples', () => {
  const blocks = [...docs.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code = '']) => code)
  expect(blocks).toHaveLength(8)
  expect(blocks.filter((code) => !plain(examples).includes(plain(code)))).toEqual([])
})

test('docs/client.md, Reading', async () => {
  expect(await reading(clientOf(blog.url, 'none'))).toEqual({
    line: expect.stringMatching(/^.+ by .+, with \d+ comments$/),
    total: 80,
    commenters: true,
    comments: 2,
    linkage: [{ type: 'tags', id: '13' }],
    titles: 100,
    next: '21',
  })
})

test('docs/client.md, Writing and Errors', async () => {
  const shown: unknown[] = []
  const post = await writing(clientOf(blog.url, 'none'), (...what) => void shown.push(...what))
  expect(post).toEqual({
    type: 'posts',
    id: '101',
    title: 'Hello again',
    comments: [{ type: 'comments', id: '501', body: 'Edited' }],
    tags: [
      { type: 'tags', id: '3', name: 'music' },
      { type: 'tags', id: '21', name: 'greetings' },
    ],
  })
  expect(shown).toEqual([422, ["can't be empty"], ["can't be empty"]])
})
