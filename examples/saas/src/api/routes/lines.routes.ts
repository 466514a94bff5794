import { ApplicationController } from '../application.controller.js';
import { LineResource } from '../line.resource.js';

/** GET, POST /lines · GET, PATCH, DELETE /lines/{id} */
export class LinesController extends ApplicationController {
  static {
    LinesController.jsonapi(LineResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }

  async create(): Promise<Response> {
    const [line, success] = await this.jsonapiCreate();
    if (!success) return this.renderErrorsFor(line);
    return this.renderJsonapi(line, { scope: false, status: 201 });
  }

  async update(): Promise<Response> {
    const [line, success] = await this.jsonapiUpdate();
    if (!success) return this.renderErrorsFor(line);
    return this.renderJsonapi(line, { scope: false });
  }

  async destroy(): Promise<Response> {
    await this.jsonapiDestroy();
    return this.renderNothing();
  }
}
