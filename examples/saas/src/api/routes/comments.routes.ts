import { ApplicationController } from '../application.controller.js';
import { CommentResource } from '../comment.resource.js';

/** GET, POST /comments · GET, PATCH, DELETE /comments/{id} */
export class CommentsController extends ApplicationController {
  static {
    CommentsController.jsonapi(CommentResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }

  async create(): Promise<Response> {
    const [comment, success] = await this.jsonapiCreate();
    if (!success) return this.renderErrorsFor(comment);
    return this.renderJsonapi(comment, { scope: false, status: 201 });
  }

  async update(): Promise<Response> {
    const [comment, success] = await this.jsonapiUpdate();
    if (!success) return this.renderErrorsFor(comment);
    return this.renderJsonapi(comment, { scope: false });
  }

  async destroy(): Promise<Response> {
    await this.jsonapiDestroy();
    return this.renderNothing();
  }
}
