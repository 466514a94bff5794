import { ApplicationController } from '../application.controller.js';
import { ProjectResource } from '../project.resource.js';

export class ProjectsController extends ApplicationController {
  static {
    ProjectsController.jsonapi(ProjectResource);
  }
}
