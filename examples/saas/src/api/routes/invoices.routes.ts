import { ApplicationController } from '../application.controller.js';
import { InvoiceResource } from '../invoice.resource.js';

/** GET, POST /invoices · GET, PATCH, DELETE /invoices/{id} */
export class InvoicesController extends ApplicationController {
  static {
    InvoicesController.jsonapi(InvoiceResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }

  async create(): Promise<Response> {
    const [invoice, success] = await this.jsonapiCreate();
    if (!success) return this.renderErrorsFor(invoice);
    return this.renderJsonapi(invoice, { scope: false, status: 201 });
  }

  async update(): Promise<Response> {
    const [invoice, success] = await this.jsonapiUpdate();
    if (!success) return this.renderErrorsFor(invoice);
    return this.renderJsonapi(invoice, { scope: false });
  }

  async destroy(): Promise<Response> {
    await this.jsonapiDestroy();
    return this.renderNothing();
  }
}
