// Scopes of the whole API, and code that must not compile. Checked by `npm run typecheck`.
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

/** The interface that the generator writes. */
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
    // @ts-expect-error: members have no budget, even in a group.
    scope.where({ OR: [{ tenantId: 1 }, { budget: 1 }] })
    // @ts-expect-error: no resource has such a column.
    scope.where({ tenant: 1 })
    // @ts-expect-error: a tenant is a number.
    scope.where({ tenantId: 'one' })
    // @ts-expect-error: a scope may only have a condition.
    scope.orderBy({ tenantId: 'asc' })
    return scope.where({ tenantId: 1 })
  }
}

abstract class Wrong extends Resource implements DefaultScopes {
  // @ts-expect-error: tasks have no tenant, so they should declare scopes: { inherit: false }.
  scopeTenant<Scope extends CommonScope<ProjectShape | TaskShape>>(scope: Scope): Scope {
    // @ts-expect-error: NoColumnOf<"tasks">
    return scope.where({ tenantId: 1 })
  }
}

/** If the types of the store are unknown, nothing is checked. */
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
    // @ts-expect-error: neither type has such a method.
    this.defaultScopes<Projects, keyof DefaultScopes>({ read: 'scopeNothing' })
  }

  /** A scope can be called by hand, and keeps the type of its argument. */
  scopeCheap(scope: ProjectShape['scope']): ProjectShape['scope'] {
    return this.scopeTenant(scope).where({ budget: { lt: 10 } })
  }
}

/** The method is checked elsewhere, once for all resources. */
class Late extends Resource<ProjectShape> {
  static {
    this.defaultScopes<Late, keyof DefaultScopes>({ read: 'scopeTenant' })
    // @ts-expect-error: there is no such method, and no interface that declares it.
    this.defaultScopes({ read: 'scopeTenant' })
  }
}

// @ts-expect-error: the class has no method scopeTenant.
abstract class Forgotten extends Resource implements DefaultScopes {}

export { untyped }
export type { Forgotten, Late, Projects, Wrong }
