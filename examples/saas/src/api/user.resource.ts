import { NOBODY, ofTenant } from '../tenant.js';
import type { ApplicationController } from './application.controller.js';
import { UserResourceBase, type UserShape } from './generated/user.gen.js';

/** users, as this application serves them. They belong to no tenant: a membership makes them visible to one. */
export class UserResource extends UserResourceBase {
  scopeColleagues(scope: UserShape['scope'], context: ApplicationController | undefined): UserShape['scope'] {
    return scope.where({ memberships: { some: ofTenant(context) } });
  }

  scopeOneself(scope: UserShape['scope'], context: ApplicationController | undefined): UserShape['scope'] {
    return scope.where({ id: context?.locals.userId ?? NOBODY });
  }
}
