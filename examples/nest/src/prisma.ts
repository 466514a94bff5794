import { late, provided } from './provided.js';
import { PrismaService } from './database/prisma.service.js';

/** The Prisma Client of this application, which Nest constructs. */
export const prisma: PrismaService = late(() => provided(PrismaService));
