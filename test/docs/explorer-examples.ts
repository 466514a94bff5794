// The code in docs/explorer.md.
import { explorer } from '@jsonapi-gen/explorer'
import { createApi, type Api } from '@jsonapi-gen/runtime'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { openapi } from '../../examples/blog/src/api/generated/openapi.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'

export const explored = (): Api => {
  const api = createApi({ registry, controllers, openapi, explorer: explorer() })
  return api
}
