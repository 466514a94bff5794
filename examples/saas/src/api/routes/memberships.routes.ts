import { ApplicationController } from '../application.controller.js';
import { MembershipResource } from '../membership.resource.js';

/** GET, POST /memberships · GET, PATCH, DELETE /memberships/{id} */
export class MembershipsController extends ApplicationController {
  static {
    MembershipsController.jsonapi(MembershipResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }

  async create(): Promise<Response> {
    const [membership, success] = await this.jsonapiCreate();
    if (!success) return this.renderErrorsFor(membership);
    return this.renderJsonapi(membership, { scope: false, status: 201 });
  }

  async update(): Promise<Response> {
    const [membership, success] = await this.jsonapiUpdate();
    if (!success) return this.renderErrorsFor(membership);
    return this.renderJsonapi(membership, { scope: false });
  }

  async destroy(): Promise<Response> {
    await this.jsonapiDestroy();
    return this.renderNothing();
  }
}
