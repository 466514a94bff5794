import { Base, type ContextHost } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { registry } from '../../../examples/blog/src/api/generated/index.gen.js'
import { batchSteps } from '../../../runtime/src/write/plan/batch-steps.js'
import { planSteps } from '../../../runtime/src/write/plan/plan-steps.js'
import type { Link, Row, Step } from '../../../runtime/src/write/plan/step.js'
import { linkedKeys } from '../../../runtime/src/write/request/keys-said.js'
import { allNodes, type WriteNode } from '../../../runtime/src/write/request/node.js'

class Host implements ContextHost {
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly actionName: string

  constructor(body: unknown, actionName: string) {
    this.params = { id: '1' }
    this.body = body
    this.actionName = actionName
  }
}

class Context extends Base(Host) {
  static {
    const posts = registry.get('posts')
    if (posts) this.jsonapi(posts)
  }
}

/** What a request would be planned as: a line for each step, in single steps and in batches. No store is asked. */
function planned(body: object, stored: Stored = {}) {
  const { root } = new Context(body, stored.id === undefined ? 'create' : 'update').deserializedParams
  if (!root) throw new Error('The body has no data.')
  const nodes = allNodes(root)
  const existing = new Map(
    nodes.flatMap((node): [WriteNode, object][] =>
      node.id === undefined ? [] : [[node, { id: Number(node.id) }]],
    ),
  )
  const members = new Map(
    nodes.flatMap((node) =>
      node.relationships.map(
        (relationship) =>
          [
            relationship,
            new Map((stored.members?.[relationship.sideload.name] ?? []).map((id) => [String(id), { id }])),
          ] as const,
      ),
    ),
  )
  const { steps } = planSteps({ root, existing, members, linkedKeys: () => linkedKeys(root) })
  return { single: steps.map(textOf), batched: batchSteps(steps, root).map(textOf) }
}

/** What the store is said to have. */
interface Stored {
  readonly id?: string
  readonly members?: Readonly<Record<string, readonly number[]>>
}

const nameOf = ({ resource, id, tempId }: WriteNode): string =>
  `${resource.type} ${tempId ?? id ?? ''}`.trim()

function textOf(step: Step): string {
  switch (step.kind) {
    case 'keep':
      return `keep ${step.nodes.map(nameOf).join(', ')}`
    case 'insert':
    case 'update':
      return `${step.kind} ${step.rows.map(rowText).join(', ')}`
    case 'delete':
      return `delete ${step.rows.map(({ node }) => nameOf(node)).join(', ')}`
    case 'link':
    case 'unlink': {
      const pairs = step.pairs.map(({ parent, child }) => `${nameOf(parent)} - ${nameOf(child)}`)
      return `${step.kind} ${pairs.join(', ')}${step.isInMemory ? ' in memory' : ''}`
    }
    case 'call':
      return `call ${nameOf(step.node)} (${step.steps.map(textOf).join('; ')})`
  }
}

const rowText = ({ node, parents, relatives, isAgain }: Row): string =>
  `${nameOf(node)}${isAgain ? ' again' : ''}${[...parents, ...relatives].map(linkText).join('')}`

const linkText = ({ values, refs }: Link): string =>
  ` {${[
    ...Object.entries(values).map(([column, value]) => `${column}: ${String(value)}`),
    ...Object.entries(refs).map(([column, ref]) => `${column}: ${nameOf(ref.node)}.${ref.column}`),
  ].join(', ')}}`

const create = (type: string, tempId: string) => ({ type, 'temp-id': tempId, method: 'create' })
const comment = (tempId: string, relationships: object = {}) => ({
  type: 'comments',
  'temp-id': tempId,
  attributes: { body: tempId },
  relationships,
})

/** A post with comments, each with replies. */
const thread = (comments: number, replies: number) => {
  const names = Array.from({ length: comments }, (_, at) => `c${at}`)
  const below = (name: string) => Array.from({ length: replies }, (_, at) => `${name}r${at}`)
  return {
    data: {
      type: 'posts',
      'temp-id': 'p',
      attributes: { title: 'Thread' },
      relationships: {
        author: { data: { type: 'authors', id: '1' } },
        comments: { data: names.map((name) => create('comments', name)) },
      },
    },
    included: names.flatMap((name) => [
      comment(name, { replies: { data: below(name).map((reply) => create('comments', reply)) } }),
      ...below(name).map((reply) => comment(reply)),
    ]),
  }
}

describe('write/plan (11.3, 11.14): a write is planned without a store', () => {
  test('relatives first, then the record, then what refers to it, then what is linked in memory', () => {
    expect(planned(thread(2, 1)).single).toEqual([
      'keep authors 1',
      'insert posts p {authorId: authors 1.id}',
      'insert comments c0 {postId: posts p.id}',
      'insert comments c0r0 {parentId: comments c0.id}',
      'link comments c0 - comments c0r0',
      'link posts p - comments c0',
      'insert comments c1 {postId: posts p.id}',
      'insert comments c1r0 {parentId: comments c1.id}',
      'link comments c1 - comments c1r0',
      'link posts p - comments c1',
      'link posts p - authors 1',
    ])
  })

  test('records of one level are written together, and those that refer to them behind them', () => {
    expect(planned(thread(2, 1)).batched).toEqual([
      'keep authors 1',
      'insert posts p {authorId: authors 1.id}',
      'insert comments c0 {postId: posts p.id}, comments c1 {postId: posts p.id}',
      'insert comments c0r0 {parentId: comments c0.id}, comments c1r0 {parentId: comments c1.id}',
      'link comments c0 - comments c0r0, comments c1 - comments c1r0',
      'link posts p - comments c0, posts p - comments c1',
      'link posts p - authors 1',
    ])
  })

  test('lists of twice the length are no more steps', () => {
    const count = (comments: number, replies: number) => planned(thread(comments, replies)).batched.length
    expect([count(4, 2), count(8, 4), count(16, 8)]).toEqual([7, 7, 7])
  })

  test('of a set that is replaced, what is left out is unlinked in front of what is linked', () => {
    const data = (ids: readonly number[]) => ids.map((id) => ({ type: 'comments', id: String(id) }))
    const body = { data: { type: 'posts', id: '1', relationships: { comments: { data: data([3, 4, 5]) } } } }
    expect(planned(body, { id: '1', members: { comments: [1, 2, 3] } })).toEqual({
      single: [
        'update posts 1',
        'update comments 1 again {postId: null}',
        'unlink posts 1 - comments 1',
        'update comments 2 again {postId: null}',
        'unlink posts 1 - comments 2',
        'keep comments 3',
        'link posts 1 - comments 3',
        'update comments 4 {postId: posts 1.id}',
        'link posts 1 - comments 4',
        'update comments 5 {postId: posts 1.id}',
        'link posts 1 - comments 5',
      ],
      batched: [
        'keep comments 3',
        'update posts 1',
        'update comments 1 again {postId: null}, comments 2 again {postId: null}',
        'unlink posts 1 - comments 1, posts 1 - comments 2',
        'update comments 4 {postId: posts 1.id}, comments 5 {postId: posts 1.id}',
        'link posts 1 - comments 3, posts 1 - comments 4, posts 1 - comments 5',
      ],
    })
  })
})
