import { ApplicationController } from '../application.controller.js';
import { PostResource } from '../post.resource.js';

/** GET, POST /posts · GET, PATCH, DELETE /posts/{id} */
export class PostsController extends ApplicationController {
  static {
    PostsController.jsonapi(PostResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }

  async create(): Promise<Response> {
    const [post, success] = await this.jsonapiCreate();
    if (!success) return this.renderErrorsFor(post);
    return this.renderJsonapi(post, { scope: false, status: 201 });
  }

  async update(): Promise<Response> {
    const [post, success] = await this.jsonapiUpdate();
    if (!success) return this.renderErrorsFor(post);
    return this.renderJsonapi(post, { scope: false });
  }

  async destroy(): Promise<Response> {
    await this.jsonapiDestroy();
    return this.renderNothing();
  }
}
