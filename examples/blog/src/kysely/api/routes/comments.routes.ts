import { ApplicationController } from '../application.controller.js';
import { CommentResource } from '../comment.resource.js';

export class CommentsController extends ApplicationController {
  static {
    CommentsController.jsonapi(CommentResource);
  }
}
