import { Controller, type ControllerClass, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'

/** A resource with a single record and no store. */
export class Thing extends Resource {
  static {
    this.type('things')
    this.useAdapter(NullAdapter)
    this.attribute('name', 'string')
    this.sort((scope) => scope)
    this.paginate((scope) => scope)
  }
  override baseScope(): unknown {
    return [{ id: '\u00e4/b', name: 'a, b' }]
  }
  override async resolve(scope: unknown): Promise<object[]> {
    return [...(scope as object[])]
  }
}

/** A change that a controller makes to the response before it is sent. */
export type Change = (response: Response) => Response | Promise<Response>

/** A controller that changes the response of its list. */
export const changing = (resource: ResourceClass, change: Change): ControllerClass =>
  class extends Controller {
    static {
      this.jsonapi(resource)
    }
    async index(): Promise<Response> {
      return change(await this.renderJsonapi(this.jsonapiResource.baseScope(this)))
    }
  }
