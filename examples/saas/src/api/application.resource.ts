import { Resource, type Shape } from '@jsonapi-gen/runtime';
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma';
import { prisma } from '../prisma.js';
import { ofTenant } from '../tenant.js';
import type { ApplicationController } from './application.controller.js';
import type { DefaultScope, DefaultScopes } from './generated/index.gen.js';

/** Where the records are. `adapter.client` is the Prisma Client, inside of a write that of its transaction. */
export const adapter: PrismaAdapter<typeof prisma> = new PrismaAdapter(prisma);

/** The common base of every resource: its records are in the database, and belong to a tenant. */
export abstract class ApplicationResource<S extends Shape = Shape>
  extends Resource<S>
  implements DefaultScopes
{
  static {
    ApplicationResource.useAdapter(adapter);
  }

  /** A resource whose rows have no `organisationId` can't inherit it: the compiler would name it here. */
  scopeTenant<Scope extends DefaultScope>(scope: Scope, context: ApplicationController | undefined): Scope {
    return scope.where(ofTenant(context));
  }
}
