import { ApplicationController } from '../application.controller.js';
import { UserResource } from '../user.resource.js';

/** GET, POST /users · GET, PATCH /users/{id} */
export class UsersController extends ApplicationController {
  static {
    UsersController.jsonapi(UserResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }

  async create(): Promise<Response> {
    const [user, success] = await this.jsonapiCreate();
    if (!success) return this.renderErrorsFor(user);
    return this.renderJsonapi(user, { scope: false, status: 201 });
  }

  async update(): Promise<Response> {
    const [user, success] = await this.jsonapiUpdate();
    if (!success) return this.renderErrorsFor(user);
    return this.renderJsonapi(user, { scope: false });
  }
}
