import {
  Controller,
  type ControllerRequest,
  createApi,
  defineRegistry,
  JsonapiError,
  type ApiOptions,
  type ResourceClass,
} from '@jsonapi-gen/runtime'

/** A response from an API. */
export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** An API with hand-written resources, for requests from a test. */
export interface Served {
  /** Sends a GET request for a path with a query, which is sent unchanged. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
}

interface ServeOptions extends Omit<ApiOptions, 'registry' | 'controllers'> {
  /** The superclass of the controllers, which is the context of guards. */
  readonly controller?: new (of: ControllerRequest) => Controller
}

/** Serves index and show for each resource. An unexpected error is thrown in the test instead of a response. */
export function serve(
  resources: Readonly<Record<string, ResourceClass>>,
  { controller: Parent = PlainController, ...options }: ServeOptions = {},
): Served {
  const controllers = Object.entries(resources).map(([type, resource]) => {
    class ResourceController extends (Parent as typeof PlainController) {
      static {
        this.jsonapi(resource)
      }
      index(): Promise<Response> {
        return this.renderJsonapi(this.jsonapiResource.baseScope(this))
      }
      show(): Promise<Response> {
        return this.renderJsonapi(this.jsonapiResource.baseScope(this), { id: this.params.id })
      }
    }
    return [type, ResourceController] as const
  })
  let unexpected: unknown
  const api = createApi({
    registry: defineRegistry(resources),
    controllers: Object.fromEntries(controllers),
    onError: (error) => {
      if (!(error instanceof JsonapiError)) unexpected = error
    },
    ...options,
  })
  return {
    async get(path, headers = {}) {
      unexpected = undefined
      const response = await api.fetch(new Request(`http://api.test${path}`, { headers }))
      if (unexpected !== undefined) throw unexpected
      return { status: response.status, body: JSON.parse(await response.text()) }
    },
  }
}

class PlainController extends Controller {}
