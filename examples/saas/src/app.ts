import { toExpress } from '@jsonapi-gen/runtime/express';
import express, { type Express } from 'express';
import { api } from './api/routes/index.js';
import type { PrismaClient } from './prisma/client.js';
import { localsOf, sessionRoutes, sessions } from './session.js';

/**
 * The application: sessions, followed by the API. Between them, Express only identifies the user. The schema says what
 * the user may do.
 *
 * @param prisma the client that finds users and memberships
 * @param secret the key that signs the cookie
 */
export function createApp(prisma: PrismaClient, secret: string): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(sessions(secret));
  app.use(sessionRoutes(prisma));
  app.use(toExpress(api, localsOf(prisma)));
  return app;
}
