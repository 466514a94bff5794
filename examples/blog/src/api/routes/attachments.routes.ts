import { ApplicationController } from '../application.controller.js';
import { AttachmentResource } from '../attachment.resource.js';

/** GET, POST /attachments · GET, PATCH, DELETE /attachments/{id} */
export class AttachmentsController extends ApplicationController {
  static {
    AttachmentsController.jsonapi(AttachmentResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }

  async create(): Promise<Response> {
    const [attachment, success] = await this.jsonapiCreate();
    if (!success) return this.renderErrorsFor(attachment);
    return this.renderJsonapi(attachment, { scope: false, status: 201 });
  }

  async update(): Promise<Response> {
    const [attachment, success] = await this.jsonapiUpdate();
    if (!success) return this.renderErrorsFor(attachment);
    return this.renderJsonapi(attachment, { scope: false });
  }

  async destroy(): Promise<Response> {
    await this.jsonapiDestroy();
    return this.renderNothing();
  }
}
