import {
  type ApiOptions,
  Controller,
  type ControllerClass,
  createApi,
  defineRegistry,
  type ResourceClass,
} from '@jsonapi-gen/runtime'
import { wired } from './pairs/wire.js'

/** A response with its body parsed. */
export interface Answer {
  readonly status: number
  readonly body: unknown
  readonly headers: Headers
}

/** An API with hand-written resources, for requests from a test. */
export interface Served {
  /** Sends a GET request for a path that begins with a slash. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>
  /** Sends any request. */
  fetch(path: string, init?: RequestInit): Promise<Answer>
  readonly controllers: Readonly<Record<string, ControllerClass>>
}

/** Serves resource classes by type, each with a read-only controller that has the guard `isEditor`. */
export function serve(
  resources: readonly ResourceClass[],
  options: Omit<Partial<ApiOptions>, 'registry'> = {},
): Served {
  const controllers = Object.fromEntries(
    resources.map((resource) => [resource.config.type, controllerOf(resource)]),
  )
  const registry = defineRegistry(
    Object.fromEntries(resources.map((resource) => [resource.config.type, resource])),
  )
  const api = wired(createApi({ controllers, ...options, registry }), resources)
  const fetch = async (path: string, init: RequestInit = {}): Promise<Answer> => {
    const response = await api.fetch(new Request(`http://test.example${path}`, init))
    const text = await response.text()
    return {
      status: response.status,
      body: text === '' ? undefined : JSON.parse(text),
      headers: response.headers,
    }
  }
  return { get: (path, headers = {}) => fetch(path, { headers }), fetch, controllers }
}

/** A read-only controller, as the generator writes one. */
export function controllerOf(resource: ResourceClass): ControllerClass {
  return class extends Controller {
    static {
      this.jsonapi(resource)
    }

    isEditor(): boolean {
      return this.request.headers.get('x-role') === 'editor'
    }

    async index(): Promise<Response> {
      return this.renderJsonapi(this.jsonapiResource.baseScope(this))
    }

    async show(): Promise<Response> {
      return this.renderJsonapi(this.recordScope(), { id: this.params.id })
    }
  }
}
