// Scopes of the whole API, and what must not compile. Checked by `npm run typecheck`.
import { type CommonScope, Resource, type Shape } from '@jsonapi-gen/runtime'
import type { PrismaScope } from '@jsonapi-gen/runtime/prisma'
import type { Prisma } from '../.generated/sqlite/tenants/client.js'

interface ProjectShape extends Shape {
  type: 'projects'
  scope: PrismaScope<Prisma.ProjectFindManyArgs>
}
interface MemberShape extends Shape {
  type: 'members'
  scope: PrismaScope<Prisma.MemberFindManyArgs>
}
interface TaskShape extends Shape {
  type: 'tasks'
  scope: PrismaScope<Prisma.TaskFindManyArgs>
}
interface OpenShape extends Shape {
  type: 'open'
  scope: PrismaScope
}

/** What the generator demands. */
interface DefaultScopes {
  scopeTenant<Scope extends CommonScope<ProjectShape | MemberShape>>(
    scope: Scope,
    context: object | undefined,
  ): Scope | Promise<Scope>
}

abstract class ApplicationResource<S extends Shape = Shape> extends Resource<S> implements DefaultScopes {
  scopeTenant<Scope extends CommonScope<ProjectShape | MemberShape>>(scope: Scope): Scope {
    scope.where({ tenantId: { in: [1, 2] }, name: 'Ada' })
    scope.where({ tasks: { some: { rank: 1 } } })
    scope.where({ OR: [{ tenantId: 1 }, { NOT: { AND: [{ tenantId: 2 }, { name: { contains: 'a' } }] } }] })
    // @ts-expect-error: members have no budget.
    scope.where({ budget: 1 })
    // @ts-expect-error: members have no budget, in a group neither.
    scope.where({ OR: [{ tenantId: 1 }, { budget: 1 }] })
    // @ts-expect-error: nobody has such a column.
    scope.where({ tenant: 1 })
    // @ts-expect-error: a tenant is a number.
    scope.where({ tenantId: 'one' })
    // @ts-expect-error: only its condition counts.
    scope.orderBy({ tenantId: 'asc' })
    return scope.where({ tenantId: 1 })
  }
}

abstract class Wrong extends Resource implements DefaultScopes {
  // @ts-expect-error: tasks have no tenant, so that they say scopes: { inherit: false }.
  scopeTenant<Scope extends CommonScope<ProjectShape | TaskShape>>(scope: Scope): Scope {
    // @ts-expect-error: NoColumnOf<"tasks">
    return scope.where({ tenantId: 1 })
  }
}

/** Where the types of the store are not known, nothing is compared. */
function untyped<Scope extends CommonScope<OpenShape>>(scope: Scope): Scope {
  return scope.where({ tenantId: 1 })
}

class Projects extends ApplicationResource<ProjectShape> {
  static {
    this.defaultScopes({ read: 'scopeTenant', update: 'scopeTenant' })
    this.actions({ index: true }, { create: 'isMember' })
    // @ts-expect-error: no such method.
    this.defaultScopes({ read: 'scopeNothing' })
    // @ts-expect-error: no such policy.
    this.defaultScopes({ write: 'scopeTenant' })
    this.defaultScopes<Projects, keyof DefaultScopes>({ read: 'scopeTenant' })
    this.scopes<Projects, keyof DefaultScopes>({ read: 'scopeCheap', destroy: 'scopeTenant' })
    // @ts-expect-error: neither has such a method.
    this.defaultScopes<Projects, keyof DefaultScopes>({ read: 'scopeNothing' })
  }

  /** It can be used by hand, and keeps the type of the scope. */
  scopeCheap(scope: ProjectShape['scope']): ProjectShape['scope'] {
    return this.scopeTenant(scope).where({ budget: { lt: 10 } })
  }
}

/** Its base is asked for the method elsewhere, once. */
class Late extends Resource<ProjectShape> {
  static {
    this.defaultScopes<Late, keyof DefaultScopes>({ read: 'scopeTenant' })
    // @ts-expect-error: no such method, and no interface that promises it.
    this.defaultScopes({ read: 'scopeTenant' })
  }
}

// @ts-expect-error: nothing that is called scopeTenant.
abstract class Forgotten extends Resource implements DefaultScopes {}

export { untyped }
export type { Forgotten, Late, Projects, Wrong }
