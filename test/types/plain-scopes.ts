// Places where plain objects do not compile instead of Prisma scopes. Checked by `npm run typecheck`.
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
    // @ts-expect-error: `paginate` returns a scope.
    this.paginate(() => ({ take: 1 }))
    // @ts-expect-error: the function of an extra field returns a scope.
    this.extraField('members', {}, () => ({ include: { members: true } }))
  }

  override baseScope(): PrismaScope<Prisma.ProjectFindManyArgs> {
    return super.baseScope().where({ tenantId: 1 })
  }
}

export class PlainResource extends Resource<ProjectShape> {
  // @ts-expect-error: `baseScope` returns a scope.
  override baseScope() {
    return { where: { tenantId: 1 } }
  }
}

export async function chained(resource: ProjectResource, query: Query): Promise<void> {
  await resource.buildScope(resource.baseScope(), query)
  // @ts-expect-error: the base must be a scope of the known type.
  await resource.buildScope({ where: { tenantId: 1 } }, query)
  // @ts-expect-error: there is no such column.
  resource.baseScope().where({ tenant: 1 })
}
