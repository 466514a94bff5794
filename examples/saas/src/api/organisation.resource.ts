import { ofTenant } from '../tenant.js';
import type { ApplicationController } from './application.controller.js';
import { OrganisationResourceBase, type OrganisationShape } from './generated/organisation.gen.js';

/** organisations, as this application serves them: each sees itself. */
export class OrganisationResource extends OrganisationResourceBase {
  scopeItself(
    scope: OrganisationShape['scope'],
    context: ApplicationController | undefined,
  ): OrganisationShape['scope'] {
    return scope.where({ id: ofTenant(context).organisationId });
  }
}
