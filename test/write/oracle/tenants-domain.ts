import { setsOn } from '../support/sets.js'
import { type Domain, numbered } from './domain.js'

/**
 * A domain with sets of each kind and with optional links: joins with and without a model, keys, and polymorphic keys.
 */
export const tenantsDomain: Domain = {
  datamodel: 'tenants',
  open: (database) => database.openTenants(),
  resources(adapter) {
    const resources = setsOn(adapter)
    const { projects } = resources
    projects?.attribute('tenantId', { type: 'integer', default: 1 })
    projects?.attribute('budget', { type: 'integer', default: 1 })
    return resources
  },
  shared: [],
  owners: {},
  onlyCreated: [],
  rows: {
    Member: numbered(4, (id) => ({ id, tenantId: null, name: `member ${id}`, grade: null, salary: 0 })),
    Project: numbered(4, (id) => ({
      id,
      tenantId: 1,
      name: `project ${id}`,
      budget: 1,
      state: 'open',
      archivedAt: null,
      leadId: null,
    })),
    Seat: [1, 2, 3].flatMap((project) =>
      [project, project + 1].map((member) => ({ projectId: project, memberId: member, hidden: false })),
    ),
    Task: numbered(8, (id) => ({
      id,
      title: `task ${id}`,
      rank: null,
      secret: null,
      internal: null,
      projectId: id > 6 ? null : 1 + (id % 3),
      assigneeId: null,
      parentId: id === 2 ? 1 : null,
    })),
    Label: numbered(5, (id) => ({ id, name: `label ${id}`, hidden: false })),
    LabelToTask: [1, 2, 3].flatMap((task) => [task, task + 1].map((label) => ({ A: label, B: task }))),
    Note: numbered(6, (id) => ({
      id,
      body: `note ${id}`,
      hidden: false,
      subjectType: id > 4 ? null : 'Project',
      subjectId: id > 4 ? null : 1 + (id % 2),
    })),
  },
}
