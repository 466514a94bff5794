import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chance } from '../../support/chance.js'
import { type Body, planned } from './planned.js'

/** An action on a number of records in a relationship. The records below each of them are the same. */
interface Group {
  readonly relationship: string
  readonly method: 'create' | 'update' | 'disassociate' | 'destroy'
  readonly count: number
  /** The groups below each record; empty unless the records are new. */
  readonly below: readonly Group[]
}

/** To-many relationships of the blog, and their target types. */
const LISTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  posts: { comments: 'comments', tags: 'tags', attachments: 'attachments' },
  comments: { replies: 'comments' },
  authors: { posts: 'posts', comments: 'comments' },
}

/** All records below new records are also new, because links to existing records would differ between the copies. */
const groups = (type: string, depth: number): fc.Arbitrary<readonly Group[]> => {
  const lists = Object.entries(LISTS[type] ?? {})
  if (lists.length === 0 || depth === 3) return fc.constant([])
  const group = fc.constantFrom(...lists).chain(([relationship, target]) =>
    fc.record({
      relationship: fc.constant(relationship),
      method:
        depth === 0
          ? fc.constantFrom(
              'create' as const,
              'create' as const,
              'update' as const,
              'disassociate' as const,
              'destroy' as const,
            )
          : fc.constant('create' as const),
      count: fc.integer({ min: 1, max: depth === 0 ? 3 : 2 }),
      below: groups(target, depth + 1),
    }),
  )
  return fc
    .array(group, { maxLength: depth === 0 ? 5 : 2 })
    .map((all) => all.map((one) => (one.method === 'create' ? one : { ...one, below: [] })))
}

/** The request in which every entry in every list is repeated the given number of times. */
function bodyOf(
  type: string,
  all: readonly Group[],
  times: number,
): { readonly body: Body; readonly members: Readonly<Record<string, readonly number[]>> } {
  const included: object[] = []
  const members: Record<string, number[]> = {}
  let count = 1
  const relationshipsOf = (owner: string, below: readonly Group[]): object => {
    const data: Record<string, object[]> = {}
    for (const { relationship, method, count: each, below: lists } of below) {
      const target = LISTS[owner]?.[relationship] ?? ''
      for (let at = 0; at < each * times; at++) {
        const id = ++count
        const name = method === 'create' ? { 'temp-id': `${id}` } : { id: `${id}` }
        ;(data[relationship] ??= []).push({ type: target, ...name, method })
        if (method === 'create') {
          included.push({
            type: target,
            ...name,
            attributes: {},
            relationships: relationshipsOf(target, lists),
          })
        }
        if (method !== 'create' && method !== 'update') (members[relationship] ??= []).push(id)
      }
    }
    return Object.fromEntries(Object.entries(data).map(([name, entries]) => [name, { data: entries }]))
  }
  const relationships = relationshipsOf(type, all)
  return { body: { data: { type, id: '1', relationships }, included }, members }
}

describe('write/plan/doubled-lists (11.14): a request whose lists are twice as long', () => {
  test('creating, linking, unlinking and destroying longer lists requires no additional steps', () => {
    const graph = fc
      .constantFrom('posts', 'authors')
      .chain((type) => fc.tuple(fc.constant(type), groups(type, 0)))
    fc.assert(
      fc.property(graph, ([type, all]) => {
        const [once, twice] = [1, 2].map((times) => {
          const { body, members } = bodyOf(type, all, times)
          // A request cannot write many more records.
          fc.pre((body.included ?? []).length < 150)
          return planned(body, { id: '1', members }).batched
        })
        expect({ all, steps: twice?.map(kindOf) }).toEqual({ all, steps: once?.map(kindOf) })
      }),
      chance(300),
    )
  })
})

/** The action of a step, and the type of its records. */
const kindOf = (step: string): string => step.replace('+ ', '').split(' ').slice(0, 2).join(' ')
