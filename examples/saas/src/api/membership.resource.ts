import { withTenant } from '../tenant.js';
import { MembershipResourceBase, type MembershipRecord } from './generated/membership.gen.js';

export class MembershipResource extends MembershipResourceBase {
  override create(parameters: Readonly<Record<string, unknown>>, parent?: object): Promise<MembershipRecord> {
    return super.create(withTenant(parameters, this.context), parent);
  }
}
