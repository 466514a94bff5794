import { Resource, type Shape } from '@jsonapi-gen/runtime';
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma';
import { prisma } from '../prisma.js';

/** The store of the records. `adapter.client` is the Prisma Client; in a write, it is the client of the transaction. */
export const adapter: PrismaAdapter<typeof prisma> = new PrismaAdapter<typeof prisma>(prisma);

/** The base class of all resources, whose records are in the database. */
export abstract class ApplicationResource<S extends Shape = Shape> extends Resource<S> {
  static {
    ApplicationResource.useAdapter(adapter);
  }
}
