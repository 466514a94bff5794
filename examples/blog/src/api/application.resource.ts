import { Resource, type Shape } from '@jsonapi-gen/runtime';
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma';
import { prisma } from '../prisma.js';

/** Where the records are. `adapter.client` is the Prisma Client, inside of a write that of its transaction. */
export const adapter: PrismaAdapter<typeof prisma> = new PrismaAdapter<typeof prisma>(prisma);

/** The common base of every resource: its records are in the database. */
export abstract class ApplicationResource<S extends Shape = Shape> extends Resource<S> {
  static {
    ApplicationResource.useAdapter(adapter);
  }
}
