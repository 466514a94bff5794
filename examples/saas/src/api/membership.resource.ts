import { ofTenant, withTenant } from '../tenant.js';
import type { ApplicationController } from './application.controller.js';
import { MembershipResourceBase, type MembershipShape } from './generated/membership.gen.js';

/** memberships, as this application serves them. */
export class MembershipResource extends MembershipResourceBase {
  scopeTenant(
    scope: MembershipShape['scope'],
    context: ApplicationController | undefined,
  ): MembershipShape['scope'] {
    return scope.where(ofTenant(context));
  }

  override create(
    parameters: Readonly<Record<string, unknown>>,
    parent?: object,
  ): Promise<MembershipShape['record']> {
    return super.create(withTenant(parameters, this.context), parent);
  }
}
