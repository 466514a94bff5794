import { ApplicationController } from '../application.controller.js';
import { ProjectResource } from '../project.resource.js';

/** GET, POST /projects · GET, PATCH, DELETE /projects/{id} */
export class ProjectsController extends ApplicationController {
  static {
    ProjectsController.jsonapi(ProjectResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }

  async create(): Promise<Response> {
    const [project, success] = await this.jsonapiCreate();
    if (!success) return this.renderErrorsFor(project);
    return this.renderJsonapi(project, { scope: false, status: 201 });
  }

  async update(): Promise<Response> {
    const [project, success] = await this.jsonapiUpdate();
    if (!success) return this.renderErrorsFor(project);
    return this.renderJsonapi(project, { scope: false });
  }

  async destroy(): Promise<Response> {
    await this.jsonapiDestroy();
    return this.renderNothing();
  }
}
