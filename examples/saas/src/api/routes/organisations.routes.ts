import { ApplicationController } from '../application.controller.js';
import { OrganisationResource } from '../organisation.resource.js';

export class OrganisationsController extends ApplicationController {
  static {
    OrganisationsController.jsonapi(OrganisationResource);
  }
}
