import { withTenant } from '../tenant.js';
import { ProjectResourceBase, type ProjectRecord, type ProjectShape } from './generated/project.gen.js';

export class ProjectResource extends ProjectResourceBase {
  override create(parameters: Readonly<Record<string, unknown>>, parent?: object): Promise<ProjectRecord> {
    return super.create(withTenant(parameters, this.context), parent);
  }

  /** Keeps the row. The default filter of `deletedAt` hides it on every path. */
  override destroy(id: ProjectShape['id'], parent?: object): Promise<ProjectRecord> {
    return this.update({ id, deletedAt: new Date() }, parent);
  }
}
