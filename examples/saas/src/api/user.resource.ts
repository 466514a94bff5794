import { NOBODY, ofTenant } from '../tenant.js';
import type { ApplicationController } from './application.controller.js';
import { UserResourceBase, type UserScope } from './generated/user.gen.js';

/** Users do not belong to a tenant: a membership makes them visible to one. */
export class UserResource extends UserResourceBase {
  scopeColleagues(scope: UserScope, context: ApplicationController | undefined): UserScope {
    return scope.where({ memberships: { some: ofTenant(context) } });
  }

  scopeOneself(scope: UserScope, context: ApplicationController | undefined): UserScope {
    return scope.where({ id: context?.locals.userId ?? NOBODY });
  }
}
