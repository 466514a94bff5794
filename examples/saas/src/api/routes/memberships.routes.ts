import { ApplicationController } from '../application.controller.js';
import { MembershipResource } from '../membership.resource.js';

export class MembershipsController extends ApplicationController {
  static {
    MembershipsController.jsonapi(MembershipResource);
  }
}
