// The code of docs/adapters.md.
import { type Adapter, type Api, createApi } from '@jsonapi-gen/runtime'
import { adapterContract } from '@jsonapi-gen/runtime/testing'
import { test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'

export function testContract(adapter: Adapter): void {
  const resource = {
    type: 'nodes',
    model: 'Node',
    primaryKey: ['id'],
    version: undefined,
    exact: new Set<string>(),
  }
  // oxlint-disable-next-line vitest/expect-expect -- a check throws what it finds
  test.each(adapterContract)('$name', ({ check }) => check({ adapter, resource }))
}

export function logged(SECRET: string): Api<undefined> {
  return createApi({
    registry,
    controllers,
    queryLog: (request) => request.headers.get('x-debug') === SECRET,
  })
}
