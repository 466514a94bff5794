import { withTenant } from '../tenant.js';
import { MembershipResourceBase, type MembershipShape } from './generated/membership.gen.js';

/** memberships, as this application serves them. */
export class MembershipResource extends MembershipResourceBase {
  override create(
    parameters: Readonly<Record<string, unknown>>,
    parent?: object,
  ): Promise<MembershipShape['record']> {
    return super.create(withTenant(parameters, this.context), parent);
  }
}
