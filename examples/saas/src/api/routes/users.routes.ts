import { ApplicationController } from '../application.controller.js';
import { UserResource } from '../user.resource.js';

export class UsersController extends ApplicationController {
  static {
    UsersController.jsonapi(UserResource);
  }
}
