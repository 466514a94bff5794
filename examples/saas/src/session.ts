import { Unauthorized } from '@jsonapi-gen/runtime';
import express, { type Request, type RequestHandler, type Router } from 'express';
import session from 'express-session';
import type { Locals } from './api/application.controller.js';
import { isPassword } from './password.js';
import type { PrismaClient } from './prisma/client.js';

declare module 'express-session' {
  interface SessionData {
    userId: number;
    organisationId: number;
  }
}

/**
 * Sessions in a signed cookie's name. They are kept in memory, which is for one process that may forget them: give
 * `express-session` a store of its own in production.
 *
 * A write needs `Content-Type: application/vnd.api+json`, which no form of another site can send, and `sameSite` keeps
 * the cookie from the requests of other sites: forged requests need no further token.
 */
export const sessions = (secret: string): RequestHandler =>
  session({
    name: 'saas',
    secret,
    resave: false,
    saveUninitialized: false,
    cookie: { httpOnly: true, sameSite: 'lax', secure: process.env['NODE_ENV'] === 'production' },
  });

/** POST /session logs in to one organisation, DELETE /session logs out. Whoever is in two logs in twice. */
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
    // A new session: one that somebody else has put into this browser must not become a logged-in one.
    await new Promise<void>((resolve, reject) => {
      request.session.regenerate((error: unknown) => (error ? reject(error) : resolve()));
    });
    request.session.userId = membership.userId;
    request.session.organisationId = membership.organisationId;
    response.json({ role: membership.role });
  });
  router.delete('/session', (request, response, next) => {
    request.session.destroy((error: unknown) => (error ? next(error) : response.sendStatus(204)));
  });
  return router;
}

/**
 * Who asks: the membership of the session, as it is now. Somebody who was thrown out a second ago is nobody, whatever the
 * session says; a role that was kept in it would be that of yesterday.
 */
export const localsOf =
  (prisma: PrismaClient) =>
  async ({ session }: Request): Promise<Locals> => {
    const { userId, organisationId } = session;
    const membership =
      userId !== undefined &&
      organisationId !== undefined &&
      (await prisma.membership.findUnique({ where: { organisationId_userId: { organisationId, userId } } }));
    if (!membership) throw new Unauthorized({ detail: 'Log in first.', challenge: 'Session' });
    return membership;
  };

/** The texts of a login, empty where they are none: an object in the place of an e-mail must not reach the store. */
function textsOf(body: unknown): { email: string; password: string; organisation: string } {
  const given = typeof body === 'object' && body !== null ? body : {};
  const text = (name: string): string => {
    const value: unknown = Reflect.get(given, name);
    return typeof value === 'string' ? value : '';
  };
  return { email: text('email'), password: text('password'), organisation: text('organisation') };
}
