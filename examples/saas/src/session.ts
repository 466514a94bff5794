import { Unauthorized } from '@jsonapi-gen/runtime';
import express, { type Request, type RequestHandler, type Router } from 'express';
import session from 'express-session';
import { guardsOf, type Locals } from './api/application.controller.js';
import { isPassword } from './password.js';
import type { PrismaClient } from './prisma/client.js';

declare module 'express-session' {
  interface SessionData {
    userId: number;
    organisationId: number;
  }
}

/**
 * Sessions, identified by a signed cookie. They are kept in memory, which suits a single process that may lose them: in
 * production, give `express-session` a store.
 *
 * A write needs `Content-Type: application/vnd.api+json`, which a form on another site cannot send, and `sameSite`
 * withholds the cookie from other sites' requests. No further token is needed against forged requests.
 */
export const sessions = (secret: string): RequestHandler =>
  session({
    name: 'saas',
    secret,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: process.env['NODE_ENV'] === 'production' },
  });

/**
 * POST /session logs in to one organisation, GET /session returns the logged-in user, and DELETE /session logs out. A
 * user in two organisations logs in to each separately.
 */
export function sessionRoutes(prisma: PrismaClient): Router {
  const router = express.Router();
  router.post('/session', express.json(), async (request, response) => {
    const { email, password, organisation } = textsOf(request.body);
    const user = await prisma.user.findUnique({
      where: { email },
      include: { memberships: { where: { organisation: { slug: organisation } } } },
    });
    const [membership] = user?.memberships ?? [];
    if (!(await isPassword(password, user?.passwordHash)) || !membership) {
      response.status(401).json({ error: 'The e-mail, the password or the organisation is wrong.' });
      return;
    }
    // Starts a new session: a session that somebody else put into this browser must not become a logged-in one.
    await new Promise<void>((resolve, reject) => {
      request.session.regenerate((error: unknown) => (error ? reject(error) : resolve()));
    });
    request.session.userId = membership.userId;
    request.session.organisationId = membership.organisationId;
    response.json({ role: membership.role });
  });
  router.get('/session', async (request, response) => {
    const membership = await membershipOf(prisma, request);
    if (!membership) {
      response.status(401).json({ error: 'Log in first.' });
      return;
    }
    response.json({ name: membership.user.name, role: membership.role, guards: guardsOf(membership) });
  });
  router.delete('/session', (request, response, next) => {
    request.session.destroy((error: unknown) => (error ? next(error) : response.sendStatus(204)));
  });
  return router;
}

/**
 * The current membership of the session's user. It is read for each request, so a removed user loses access
 * immediately, and a changed role takes effect immediately.
 */
export const localsOf =
  (prisma: PrismaClient) =>
  async (request: Request): Promise<Locals> => {
    const membership = await membershipOf(prisma, request);
    if (!membership) throw new Unauthorized({ detail: 'Log in first.', challenge: 'Session' });
    return membership;
  };

async function membershipOf(prisma: PrismaClient, { session }: Request) {
  const { userId, organisationId } = session;
  if (userId === undefined || organisationId === undefined) return null;
  return prisma.membership.findUnique({
    where: { organisationId_userId: { organisationId, userId } },
    include: { user: { select: { name: true } } },
  });
}

/**
 * The fields of a login; empty if they are not text, because an object instead of an e-mail must not reach the store.
 */
function textsOf(body: unknown): { email: string; password: string; organisation: string } {
  const given = typeof body === 'object' && body !== null ? body : {};
  const text = (name: string): string => {
    const value: unknown = Reflect.get(given, name);
    return typeof value === 'string' ? value : '';
  };
  return { email: text('email'), password: text('password'), organisation: text('organisation') };
}
