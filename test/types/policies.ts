// Policies, and code that must not compile. Checked by `npm run typecheck`.
import { Controller, Resource, type Shape } from '@jsonapi-gen/runtime'
import type { PrismaScope } from '@jsonapi-gen/runtime/prisma'

interface InvoiceShape extends Shape {
  type: 'invoices'
  id: number
  record: { id: number; tenantId: number }
  scope: PrismaScope
}

class Invoices extends Resource<InvoiceShape> {
  static {
    this.actions('index', 'show')
    this.actions({ index: true, create: 'isMember', destroy: false })
    // @ts-expect-error: no such action.
    this.actions({ list: true })
    // @ts-expect-error: no such action.
    this.actions('list')
    // @ts-expect-error: a guard is true, false, or the name of a method.
    this.actions({ create: () => true })
    this.actions({
      index: { deprecated: { since: '2026-01-31' } },
      destroy: { guard: 'isMember', deprecated: { since: '2026-01-31', sunset: '2027-01-31', use: 'index' } },
    })
    // @ts-expect-error: a deprecation has a day.
    this.actions({ destroy: { deprecated: { use: 'index' } } })
    // @ts-expect-error: a deprecation is an object.
    this.actions({ destroy: { deprecated: true } })
    // @ts-expect-error: a guard is true, false, or the name of a method.
    this.actions({ destroy: { guard: () => true } })
    // @ts-expect-error: a standard action has no target.
    this.actions({ destroy: { on: 'record', guard: 'isMember' } })
    this.scopes({ read: 'scopeVisible', update: (scope) => scope.where({ tenantId: 1 }) })
    // @ts-expect-error: no such policy.
    this.scopes({ write: 'scopeVisible' })
    // @ts-expect-error: no such method.
    this.scopes({ read: 'scopeNothing' })
    // @ts-expect-error: a policy returns a scope, not a boolean.
    this.scopes({ read: () => true })
    // @ts-expect-error: a policy must return a scope.
    this.scopes({ destroy: () => undefined })
    this.belongsTo('tenant', {
      resource: 'tenants',
      foreignKey: 'tenantId',
      readable: 'isMember',
      writable: false,
    })
    // @ts-expect-error: a guard is true, false, or the name of a method.
    this.belongsTo('owner', { resource: 'members', foreignKey: 'tenantId', readable: 1 })
  }

  scopeVisible(scope: PrismaScope): PrismaScope {
    return scope.where({ tenantId: 1 })
  }
}

/** The interface of the context that the generator writes if a schema names guards. */
interface Guards {
  isMember(): boolean | Promise<boolean>
}
class Members extends Controller implements Guards {
  async isMember(): Promise<boolean> {
    return true
  }
}
class Names extends Controller implements Guards {
  // @ts-expect-error: a guard returns a boolean, not a name.
  isMember(): string | undefined {
    return 'Ada'
  }
}

export type { Invoices, Members, Names }
