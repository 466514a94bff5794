import { ApplicationController } from '../application.controller.js';
import { InvoiceResource } from '../invoice.resource.js';

export class InvoicesController extends ApplicationController {
  static {
    InvoicesController.jsonapi(InvoiceResource);
  }
}
