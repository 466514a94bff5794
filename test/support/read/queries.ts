import type { QueryResource } from '../../../runtime/src/query/query-resource.js'
import { expect } from 'vitest'

/** Posts, as much of them as a query has to know. */
export const POSTS: QueryResource = {
  type: 'posts',
  hasFilter: (name) => ['id', 'title', 'name', 'views', 'rating', 'popular', 'author.name'].includes(name),
  pathKind: (path) => {
    const kind = new Map([
      ['author', 'toOne'],
      ['comments', 'toMany'],
      ['tags', 'toMany'],
      ['comments.author', 'toMany'],
      ['author.posts', 'toMany'],
      ['author.profile', 'toOne'],
      ['', 'toOne'],
    ] as const)
    return kind.get(path.join('.') as 'author')
  },
}

/** The error that a function throws, of the class that is expected. */
export function failure<Failure extends Error>(
  run: () => unknown,
  expected: abstract new (...parameters: never[]) => Failure,
): Failure {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(expected)
    return error as Failure
  }
  throw new Error(`Nothing was thrown where ${expected.name} is due.`)
}
