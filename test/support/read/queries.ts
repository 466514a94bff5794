import type { QueryResource } from '../../../runtime/src/query/query-resource.js'
import { expect } from 'vitest'

/** The part of the posts resource that a query requires. */
export const POSTS: QueryResource = {
  type: 'posts',
  hasFilter: (name) => ['id', 'title', 'name', 'views', 'rating', 'popular', 'author.name'].includes(name),
  isMany: (path) => {
    const paths = new Map([
      ['author', false],
      ['comments', true],
      ['tags', true],
      ['comments.author', true],
      ['author.posts', true],
      ['author.profile', false],
      ['', false],
    ])
    return paths.get(path.join('.'))
  },
}

/** The error of the expected class that a function throws. */
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
