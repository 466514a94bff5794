import { ApplicationController } from '../application.controller.js';
import { OrganisationResource } from '../organisation.resource.js';

/** GET /organisations · GET, PATCH /organisations/{id} */
export class OrganisationsController extends ApplicationController {
  static {
    OrganisationsController.jsonapi(OrganisationResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }

  async update(): Promise<Response> {
    const [organisation, success] = await this.jsonapiUpdate();
    if (!success) return this.renderErrorsFor(organisation);
    return this.renderJsonapi(organisation, { scope: false });
  }
}
