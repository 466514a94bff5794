import { Resource, type Shape } from '@jsonapi-gen/runtime';
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma';
import { prisma } from '../prisma.js';

/** The common base of every resource: the adapter, with the Prisma Client that this application opens. */
export abstract class ApplicationResource<S extends Shape = Shape> extends Resource<S> {
  static {
    ApplicationResource.useAdapter(new PrismaAdapter(prisma));
  }
}
