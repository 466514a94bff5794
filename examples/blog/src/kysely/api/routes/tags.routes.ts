import { ApplicationController } from '../application.controller.js';
import { TagResource } from '../tag.resource.js';

export class TagsController extends ApplicationController {
  static {
    TagsController.jsonapi(TagResource);
  }
}
