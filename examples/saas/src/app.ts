import { toExpress } from '@jsonapi-gen/runtime/express';
import express, { type Express } from 'express';
import { api } from './api/routes/index.js';
import type { PrismaClient } from './prisma/client.js';
import { localsOf, sessionRoutes, sessions } from './session.js';

/**
 * The application: sessions in front, the API behind them. The middle is the whole authorisation in Express: who asks.
 * What they may do stands in the schema.
 *
 * @param prisma where users and memberships are looked up
 * @param secret what the cookie is signed with
 */
export function createApp(prisma: PrismaClient, secret: string): Express {
  const app = express();
  app.disable('x-powered-by');
  app.use(sessions(secret));
  app.use(sessionRoutes(prisma));
  app.use(toExpress(api, localsOf(prisma)));
  return app;
}
