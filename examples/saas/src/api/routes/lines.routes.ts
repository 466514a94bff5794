import { ApplicationController } from '../application.controller.js';
import { LineResource } from '../line.resource.js';

export class LinesController extends ApplicationController {
  static {
    LinesController.jsonapi(LineResource);
  }
}
