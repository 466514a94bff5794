import { Controller } from '@jsonapi-gen/runtime'

/** A controller with the five generated actions, for the records in `recordScope`. */
export abstract class ActionsController<Locals = unknown> extends Controller<Locals> {
  async index(): Promise<Response> {
    return this.renderJsonapi(this.recordScope())
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id })
  }

  async create(): Promise<Response> {
    const [record, success] = await this.jsonapiCreate()
    return success ? this.renderJsonapi(record, { scope: false, status: 201 }) : this.renderErrorsFor(record)
  }

  async update(): Promise<Response> {
    const [record, success] = await this.jsonapiUpdate()
    return success ? this.renderJsonapi(record, { scope: false }) : this.renderErrorsFor(record)
  }

  async destroy(): Promise<Response> {
    await this.jsonapiDestroy()
    return this.renderNothing()
  }
}
