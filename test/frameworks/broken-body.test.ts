import { createApi } from '@jsonapi-gen/runtime'
import { expect, test } from 'vitest'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'

test('an incomplete body returns 400 and is not logged, because it is a client error', async () => {
  const logged: unknown[] = []
  const api = createApi({ registry, controllers, onError: (error) => logged.push(error) })
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"data":'))
    },
    pull(controller) {
      controller.error(new Error('The request was aborted.'))
    },
  })
  // This is in a constant, because the browser types that some packages include do not contain `duplex`.
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json' },
    body,
    duplex: 'half',
  } as const
  const answer = await api.fetch(new Request('http://localhost/tags', init))
  expect({ status: answer.status, logged }).toEqual({ status: 400, logged: [] })
})
