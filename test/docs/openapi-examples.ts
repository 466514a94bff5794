// The code in docs/openapi.md.
import { withSecurity } from '@jsonapi-gen/openapi'
import { type Api, createApi } from '@jsonapi-gen/runtime'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { openapi } from '../../examples/blog/src/api/generated/openapi.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'

export const served = (): Api => {
  const api = createApi({ registry, controllers, openapi })
  return api
}

export const servedWithTitle = (): Api => {
  const described = openapi.with((document) =>
    withSecurity(
      { ...document, info: { ...document.info, title: 'The blog', version: '2.1.0' } },
      { session: { type: 'apiKey', in: 'cookie', name: 'session' } },
    ),
  )
  const api = createApi({ registry, controllers, openapi: described })
  return api
}
