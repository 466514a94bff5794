// Objects in place of scopes of Prisma's: where they do not compile. Checked by `npm run typecheck`.
import { type Query, Resource, type Shape } from '@jsonapi-gen/runtime'
import type { PrismaScope } from '@jsonapi-gen/runtime/prisma'
import type { Prisma } from '../.generated/sqlite/tenants/client.js'

interface ProjectShape extends Shape {
  type: 'projects'
  scope: PrismaScope<Prisma.ProjectFindManyArgs>
}

export class ProjectResource extends Resource<ProjectShape> {
  static {
    this.allowFilter('rich', { type: 'boolean' }, (scope) => scope.where({ budget: { gt: 1 } }))
    // @ts-expect-error: a filter returns a scope.
    this.allowFilter('poor', { type: 'boolean' }, () => ({ where: { budget: 0 } }))
    // @ts-expect-error: a default filter returns a scope.
    this.defaultFilter('own', () => ({ where: { tenantId: 1 } }))
    // @ts-expect-error: a sort returns a scope.
    this.sort(() => ({ orderBy: { id: 'asc' } }))
    // @ts-expect-error: a page is a scope.
    this.paginate(() => ({ take: 1 }))
    // @ts-expect-error: what an extra field needs is a scope.
    this.extraField('members', {}, () => ({ include: { members: true } }))
  }

  override baseScope(): PrismaScope<Prisma.ProjectFindManyArgs> {
    return super.baseScope().where({ tenantId: 1 })
  }
}

export class PlainResource extends Resource<ProjectShape> {
  // @ts-expect-error: a base scope is a scope.
  override baseScope() {
    return { where: { tenantId: 1 } }
  }
}

export async function chained(resource: ProjectResource, query: Query): Promise<void> {
  await resource.buildScope(resource.baseScope(), query)
  // @ts-expect-error: a base is a scope, where the types tell which.
  await resource.buildScope({ where: { tenantId: 1 } }, query)
  // @ts-expect-error: a scope has conditions on columns that are there.
  resource.baseScope().where({ tenant: 1 })
}
