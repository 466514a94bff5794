import { ApplicationController } from '../application.controller.js';
import { TagResource } from '../tag.resource.js';

/** GET, POST /tags · GET, PATCH, DELETE /tags/{id} */
export class TagsController extends ApplicationController {
  static {
    TagsController.jsonapi(TagResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }

  async create(): Promise<Response> {
    const [tag, success] = await this.jsonapiCreate();
    if (!success) return this.renderErrorsFor(tag);
    return this.renderJsonapi(tag, { scope: false, status: 201 });
  }

  async update(): Promise<Response> {
    const [tag, success] = await this.jsonapiUpdate();
    if (!success) return this.renderErrorsFor(tag);
    return this.renderJsonapi(tag, { scope: false });
  }

  async destroy(): Promise<Response> {
    await this.jsonapiDestroy();
    return this.renderNothing();
  }
}
