import { Resource, type Shape } from '@jsonapi-gen/runtime';
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma';
import { prisma } from '../prisma.js';
import type { PrismaClient } from '../prisma/client.js';

/** The common base of every resource: the adapter, with the Prisma Client that this application opens. */
export abstract class ApplicationResource<S extends Shape = Shape> extends Resource<S> {
  static {
    ApplicationResource.useAdapter(new PrismaAdapter(prisma));
  }

  /** The client of the transaction that is open: what a hook or an override asks the store by. */
  protected get store(): PrismaClient {
    if (!(this.adapter instanceof PrismaAdapter)) throw new TypeError(`${this.type} are in no database.`);
    return this.adapter.client as PrismaClient;
  }
}
