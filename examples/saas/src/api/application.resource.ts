import { Resource, type Shape } from '@jsonapi-gen/runtime';
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma';
import { prisma } from '../prisma.js';
import type { PrismaClient } from '../prisma/client.js';
import { ofTenant } from '../tenant.js';
import type { ApplicationController } from './application.controller.js';
import type { DefaultScope, DefaultScopes } from './generated/index.gen.js';

/** The common base of every resource: the adapter, with the Prisma Client that this application opens, and the tenant. */
export abstract class ApplicationResource<S extends Shape = Shape>
  extends Resource<S>
  implements DefaultScopes
{
  static {
    ApplicationResource.useAdapter(new PrismaAdapter(prisma));
  }

  /** A resource whose rows have no `organisationId` cannot inherit it: the compiler would name it here. */
  scopeTenant<Scope extends DefaultScope>(scope: Scope, context: ApplicationController | undefined): Scope {
    return scope.where(ofTenant(context));
  }

  /** The client of the transaction that is open: what a hook or an override asks the store by. */
  protected get store(): PrismaClient {
    if (!(this.adapter instanceof PrismaAdapter)) throw new TypeError(`${this.type} are in no database.`);
    return this.adapter.client as PrismaClient;
  }
}
