import { ApplicationController } from '../application.controller.js';
import { ProfileResource } from '../profile.resource.js';

export class ProfilesController extends ApplicationController {
  static {
    ProfilesController.jsonapi(ProfileResource);
  }
}
