import { typesResources } from '../support/types.js'
import { type Domain, numbered } from './domain.js'

/**
 * The domain of people: a many-to-many whose join model is also a resource, a tree with a one-to-one over the same key,
 * notes, and versions.
 */
export const peopleDomain: Domain = {
  datamodel: 'types',
  open: (database) => database.openTypes(),
  resources(adapter) {
    const { users, teams, memberships, nodes, notes, documents } = typesResources(adapter)
    if (!users || !teams || !memberships || !nodes || !notes || !documents) {
      throw new Error('There are people.')
    }
    return { users, teams, memberships, nodes, notes, documents }
  },
  shared: [],
  owners: {},
  onlyCreated: [],
  rows: {
    User: numbered(4, (id) => ({ id, name: `user ${id}`, email: `user ${id}` })),
    Team: numbered(4, (id) => ({ id, name: `team ${id}` })),
    Membership: numbered(4, (id) => ({ id, role: `role ${id}`, userId: id % 2 === 0 ? 1 : id, teamId: id })),
    Node: numbered(9, (id) => ({
      id,
      name: `node ${id}`,
      position: id,
      parentId: id > 2 ? Math.floor(id / 2) : null,
    })),
    Note: numbered(6, (id) => ({
      id,
      body: `note ${id}`,
      ownerType: id % 2 === 0 ? 'User' : 'Team',
      ownerId: 1 + (id % 3),
    })),
    Document: numbered(3, (id) => ({
      id,
      slug: `slug ${id}`,
      folder: 'folder',
      title: `document ${id}`,
      lockVersion: id,
    })),
  },
}
