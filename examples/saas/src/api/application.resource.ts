import { Resource, type Shape } from '@jsonapi-gen/runtime';
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma';
import { prisma } from '../prisma.js';
import type { PrismaClient } from '../prisma/client.js';
import { ofTenant } from '../tenant.js';
import type { ApplicationController } from './application.controller.js';
import type { DefaultScope, DefaultScopes } from './generated/index.gen.js';

/** The base class of all resources: the adapter, with this application's Prisma Client, and the tenant. */
export abstract class ApplicationResource<S extends Shape = Shape>
  extends Resource<S>
  implements DefaultScopes
{
  static {
    ApplicationResource.useAdapter(new PrismaAdapter(prisma));
  }

  /** A resource whose rows have no `organisationId` cannot inherit this scope: the compiler would report it here. */
  scopeTenant<Scope extends DefaultScope>(scope: Scope, context: ApplicationController | undefined): Scope {
    return scope.where(ofTenant(context));
  }

  /** The client of the current transaction, which hooks and overrides use for queries. */
  protected get store(): PrismaClient {
    if (!(this.adapter instanceof PrismaAdapter)) throw new TypeError(`${this.type} are in no database.`);
    return this.adapter.client as PrismaClient;
  }
}
