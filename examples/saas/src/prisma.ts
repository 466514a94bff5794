import { createClient } from './client.js';
import type { PrismaClient } from './prisma/client.js';

/** The one Prisma Client of this application, on the database that DATABASE_URL names. */
export const prisma: PrismaClient = createClient(process.env['DATABASE_URL'] ?? 'file:saas.db');
