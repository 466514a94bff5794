import { Controller, type ControllerClass, Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'

/** A resource of one record, without a store. */
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

/** What a controller may do to the response of a document before it is sent. */
export type Change = (response: Response) => Response | Promise<Response>

/** A controller whose list does something to its response. */
export const changing = (resource: ResourceClass, change: Change): ControllerClass =>
  class extends Controller {
    static {
      this.jsonapi(resource)
    }
    async index(): Promise<Response> {
      return change(await this.renderJsonapi(this.jsonapiResource.baseScope(this)))
    }
  }
