import { ApplicationController } from '../application.controller.js';
import { AuthorResource } from '../author.resource.js';

export class AuthorsController extends ApplicationController {
  static {
    AuthorsController.jsonapi(AuthorResource);
  }
}
