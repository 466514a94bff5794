import { ApplicationController } from '../application.controller.js';
import { AttachmentResource } from '../attachment.resource.js';

export class AttachmentsController extends ApplicationController {
  static {
    AttachmentsController.jsonapi(AttachmentResource);
  }
}
