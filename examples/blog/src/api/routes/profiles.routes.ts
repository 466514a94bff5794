import { ApplicationController } from '../application.controller.js';
import { ProfileResource } from '../profile.resource.js';

/** GET, POST /profiles · GET, PATCH, DELETE /profiles/{id} */
export class ProfilesController extends ApplicationController {
  static {
    ProfilesController.jsonapi(ProfileResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }

  async create(): Promise<Response> {
    const [profile, success] = await this.jsonapiCreate();
    if (!success) return this.renderErrorsFor(profile);
    return this.renderJsonapi(profile, { scope: false, status: 201 });
  }

  async update(): Promise<Response> {
    const [profile, success] = await this.jsonapiUpdate();
    if (!success) return this.renderErrorsFor(profile);
    return this.renderJsonapi(profile, { scope: false });
  }

  async destroy(): Promise<Response> {
    await this.jsonapiDestroy();
    return this.renderNothing();
  }
}
