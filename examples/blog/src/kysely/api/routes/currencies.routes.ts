import { ApplicationController } from '../application.controller.js';
import { CurrencyResource } from '../currency.resource.js';

export class CurrenciesController extends ApplicationController {
  static {
    CurrenciesController.jsonapi(CurrencyResource);
  }
}
