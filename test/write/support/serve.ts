import {
  Controller,
  type ControllerRequest,
  createApi,
  defineRegistry,
  JsonapiError,
  type Api,
  type ApiOptions,
  type ResourceClass,
} from '@jsonapi-gen/runtime'
import { wired } from '../../support/pairs/wire.js'
import { type Answer, type Headers, send } from './send.js'

/** An API with hand-written resources, for writes from a test. */
export interface Served {
  readonly api: Api
  /** The server's log so far. */
  readonly reported: readonly unknown[]
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<Answer>
}

interface ServeOptions extends Omit<ApiOptions, 'registry' | 'controllers' | 'onError'> {
  /** The superclass of the controllers, which is the context of guards. */
  readonly controller?: new (of: ControllerRequest) => Controller
  /** Whether an unexpected error is returned as a response instead of being thrown in the test. */
  readonly answerErrors?: boolean
}

/** Serves each resource's actions like the generated controllers. An unexpected error is thrown in the test. */
export function serveWrites(
  resources: Readonly<Record<string, ResourceClass>>,
  { controller: Parent = PlainController, answerErrors = false, ...options }: ServeOptions = {},
): Served {
  const registry = defineRegistry(resources)
  const controllers = Object.entries(resources).map(
    ([type, resource]) => [type, controllerOf(Parent as typeof PlainController, resource)] as const,
  )
  let unexpected: unknown
  const reported: unknown[] = []
  const api = wired(
    createApi({
      registry,
      controllers: Object.fromEntries(controllers),
      onError: (error) => {
        reported.push(error)
        if (!(error instanceof JsonapiError)) unexpected = error
      },
      ...options,
    }),
    Object.values(resources),
  )
  return {
    api,
    reported,
    async send(method, path, body, headers) {
      unexpected = undefined
      const answer = await send(api, method, path, body, headers)
      if (unexpected !== undefined && !answerErrors) throw unexpected
      return answer
    },
  }
}

function controllerOf(Parent: typeof PlainController, resource: ResourceClass) {
  return class extends Parent {
    static {
      this.jsonapi(resource)
    }
    index(): Promise<Response> {
      return this.renderJsonapi(this.jsonapiResource.baseScope(this))
    }
    show(): Promise<Response> {
      return this.renderJsonapi(this.jsonapiResource.baseScope(this), { id: this.params.id })
    }
    async create(): Promise<Response> {
      const [record, success] = await this.jsonapiCreate()
      if (!success) return this.renderErrorsFor(record)
      return this.renderJsonapi(record, { scope: false, status: 201 })
    }
    async update(): Promise<Response> {
      const [record, success] = await this.jsonapiUpdate()
      if (!success) return this.renderErrorsFor(record)
      return this.renderJsonapi(record, { scope: false })
    }
    async destroy(): Promise<Response> {
      await this.jsonapiDestroy()
      return this.renderNothing()
    }
  }
}

class PlainController extends Controller {}
