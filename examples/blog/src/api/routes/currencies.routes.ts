import { ApplicationController } from '../application.controller.js';
import { CurrencyResource } from '../currency.resource.js';

/** GET /currencies · GET /currencies/{id} */
export class CurrenciesController extends ApplicationController {
  static {
    CurrenciesController.jsonapi(CurrencyResource);
  }

  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this));
  }

  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id });
  }
}
