import { ofTenant } from '../tenant.js';
import type { ApplicationController } from './application.controller.js';
import { OrganisationResourceBase, type OrganisationScope } from './generated/organisation.gen.js';

/** Each organisation sees only itself. */
export class OrganisationResource extends OrganisationResourceBase {
  scopeItself(scope: OrganisationScope, context: ApplicationController | undefined): OrganisationScope {
    return scope.where({ id: ofTenant(context).organisationId });
  }
}
