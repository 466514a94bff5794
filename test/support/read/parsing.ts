import { DEFAULT_LIMITS } from '../../../runtime/src/query/limits.js'
import { JsonapiError, Query } from '@jsonapi-gen/runtime'
import type { QueryOptions } from '../../../runtime/src/query/query.js'
import { expect } from 'vitest'
import { PostResource } from '../../../examples/blog/src/api/post.resource.js'
import { registry } from '../../../examples/blog/src/api/generated/index.gen.js'
import { Views } from '../../../runtime/src/plan/view/view.js'
import type { QueryResource } from '../../../runtime/src/query/query-resource.js'
import { compile } from '../../../runtime/src/resource/compile.js'
import { Guards } from '../../../runtime/src/resource/guards.js'

export { DEFAULT_LIMITS, JsonapiError, Query }

/** The blog's posts, in the form that a query requires. */
export const TYPES_OF_QUERY: QueryResource = new Views(new Guards(undefined, false)).query(
  compile(registry.get('posts') ?? PostResource),
)

/** Chains a query onto the posts without running it. */
export async function planned(search: string): Promise<unknown> {
  const posts = new PostResource()
  const query = Query.ofSearch(TYPES_OF_QUERY, search)
  return (await posts.buildScope(posts.baseScope(), query)).object
}

/** Runs a function that may reject its input as a client error. Any other error fails the test. */
export function refusedOrTaken(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(JsonapiError)
  }
}

/** The limits are infinite, so that the parsers receive inputs of any size. */
export function withLimits(): QueryOptions {
  const none = Number.POSITIVE_INFINITY
  return {
    limits: {
      parameters: none,
      depth: none,
      valueLength: none,
      values: none,
      includePaths: none,
      includeDepth: none,
    },
  }
}
