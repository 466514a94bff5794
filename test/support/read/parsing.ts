import { DEFAULT_LIMITS } from '../../../runtime/src/query/limits.js'
import { JsonapiError, Query } from '@jsonapi-gen/runtime'
import type { QueryOptions } from '../../../runtime/src/query/query.js'
import { expect } from 'vitest'
import { PostResource } from '../../../examples/blog/src/api/post.resource.js'
import { registry } from '../../../examples/blog/src/api/generated/index.gen.js'
import { compile } from '../../../runtime/src/resource/compile.js'

export { DEFAULT_LIMITS, JsonapiError, Query }

/** The blog's posts, as a query knows its resource. */
export const TYPES_OF_QUERY: ReturnType<typeof compile> = compile(registry.get('posts') ?? PostResource)

/** Chains a query onto the posts; no query runs. */
export async function planned(search: string): Promise<unknown> {
  const posts = new PostResource()
  const query = Query.ofSearch(TYPES_OF_QUERY, search)
  return (await posts.buildScope(posts.baseScope(), query)).object
}

/** Runs what may refuse its input as the client's mistake. Anything else that it throws fails the test. */
export function refusedOrTaken(run: () => unknown): void {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(JsonapiError)
  }
}

/** No limits, so that the parsers see inputs of any size whole. */
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
