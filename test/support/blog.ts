import {
  type Api,
  createApi,
  defineRegistry,
  type OpenApiDocument,
  type ResourceClass,
  type StoreFacts,
} from '@jsonapi-gen/runtime'
import { hasStore } from './engine.js'
import type { PrismaAdapter, PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { openapi } from '../../examples/blog/src/api/generated/openapi.gen.js'
import { controllers } from '../../examples/blog/src/api/generated/routes.gen.js'
import { api } from '../../examples/blog/src/api/routes/index.js'
import { clientBehind, hasPairs } from './pairs/numbered-client.js'
import { inPairs } from './pairs/resources.js'
import { wired } from './pairs/wire.js'
import { factsOf, prismaAdapter } from './facts.js'

/** Serves the blog's resources from a different client. */
export function useClient(prisma: PrismaClientLike): void {
  const adapter = prismaAdapter(prisma)
  for (const resource of registry.values()) {
    if (hasStore(resource.config.adapter)) resource.useAdapter(adapter)
  }
}

/** The blog's API over a client. If the store's keys are pairs, it is a version with two-column keys. */
export function blogOver(client: object): Pick<Api, 'fetch'> {
  const behind = clientBehind(client) as PrismaClientLike
  if (!hasPairs(behind)) {
    useClient(behind)
    return api
  }
  const adapter = prismaAdapter(behind)
  const resources = new Map(
    [...registry].map(([type, resource]) => [type, pairedResource(resource, adapter, factsOf(behind))]),
  )
  const paired = Object.entries(controllers).map(([type, controller]) => [
    type,
    class extends controller {
      static {
        this.jsonapi(resources.get(type))
      }
    },
  ])
  return wired(
    createApi({
      registry: defineRegistry(Object.fromEntries(resources)),
      controllers: Object.fromEntries(paired),
      operations: true,
      openapi: documentInPairs,
    }),
    resources.values(),
  )
}

function pairedResource(resource: ResourceClass, adapter: PrismaAdapter, facts: StoreFacts): ResourceClass {
  const own = class extends resource {}
  if (hasStore(resource.config.adapter)) {
    own.useAdapter(adapter)
    own.facts(facts)
  }
  inPairs(own)
  return own
}

/** The descriptions of pair ids in the document. */
const documentInPairs = openapi.with(
  (document) =>
    JSON.parse(JSON.stringify(document), (name, value) =>
      name === 'id' && value.pattern !== undefined ? { ...value, pattern: '^\\d+(?:~[01])?$' } : value,
    ) as OpenApiDocument,
)

/** Sends a GET request to the blog's API or another API, and returns the status and the document. */
export async function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
  of: Pick<Api, 'fetch'> = api,
): Promise<{ status: number; body: unknown }> {
  const response = await of.fetch(new Request(`http://blog.test${path}`, { headers }))
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}
