import { ApplicationController } from '../application.controller.js';
import { PostResource } from '../post.resource.js';

export class PostsController extends ApplicationController {
  static {
    PostsController.jsonapi(PostResource);
  }
}
