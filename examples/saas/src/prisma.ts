import { createClient } from './client.js';
import type { PrismaClient } from './prisma/client.js';

/** The Prisma Client of this application, for the database in DATABASE_URL. */
export const prisma: PrismaClient = createClient(process.env['DATABASE_URL'] ?? 'file:saas.db');
