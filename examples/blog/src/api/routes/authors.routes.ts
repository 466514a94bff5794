import { ApplicationController } from '../application.controller.js';
import { AuthorResource } from '../author.resource.js';

/** GET, POST /authors · GET, PATCH, DELETE /authors/{id} */
export class AuthorsController extends ApplicationController {
  static {
    AuthorsController.jsonapi(AuthorResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }

  async create(): Promise<Response> {
    const [author, success] = await this.jsonapiCreate();
    if (!success) return this.renderErrorsFor(author);
    return this.renderJsonapi(author, { scope: false, status: 201 });
  }

  async update(): Promise<Response> {
    const [author, success] = await this.jsonapiUpdate();
    if (!success) return this.renderErrorsFor(author);
    return this.renderJsonapi(author, { scope: false });
  }

  async destroy(): Promise<Response> {
    await this.jsonapiDestroy();
    return this.renderNothing();
  }
}
