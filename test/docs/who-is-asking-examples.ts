import { ExpressAuth, type ExpressAuthConfig, getSession } from '@auth/express'
import Credentials from '@auth/express/providers/credentials'
import fastifyJwt from '@fastify/jwt'
import { type Api, ResourceController, Unauthorized } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import { toFastify } from '@jsonapi-gen/runtime/fastify'
import { toHono } from '@jsonapi-gen/runtime/hono'
import { betterAuth } from 'better-auth'
import type { memoryAdapter } from 'better-auth/adapters/memory'
import { fromNodeHeaders, toNodeHandler } from 'better-auth/node'
import express, { type Express, type RequestHandler } from 'express'
import session from 'express-session'
import fastify, { type FastifyInstance } from 'fastify'
import { type Context, Hono } from 'hono'
import { verify } from 'hono/jwt'
import { Passport } from 'passport'
import { Strategy } from 'passport-local'

export interface User {
  readonly id: string
  readonly role: 'member' | 'guest'
}

export interface Locals {
  readonly user: User | undefined
}

export class ApplicationController extends ResourceController<Locals> {
  isMember(): boolean {
    if (!this.locals.user) throw new Unauthorized({ detail: 'Log in first.' })
    return this.locals.user.role === 'member'
  }
}

/** An application's users by id, as the recipes need them. */
export interface Users {
  find(id: string): Promise<User | undefined>
  logIn(name: string, password: string): Promise<User | undefined>
}

export function withPassport(api: Api<Locals>, users: Users, secret: string): Express {
  const passport = new Passport()
  passport.use(
    new Strategy((name, password, done) => {
      users.logIn(name, password).then((user) => {
        done(null, user ?? false)
      }, done)
    }),
  )
  passport.serializeUser((user, done) => {
    done(null, user.id)
  })
  passport.deserializeUser((id: string, done) => {
    users.find(id).then((user) => {
      done(null, user ?? false)
    }, done)
  })

  const app = express()
  app.use(session({ secret, resave: false, saveUninitialized: false, cookie: { sameSite: 'lax' } }))
  app.use(passport.session())
  const authenticate = passport.authenticate('local') as RequestHandler
  app.post('/login', express.json(), authenticate, (_request, response) => {
    response.sendStatus(204)
  })
  app.use(toExpress(api, (request: express.Request) => ({ user: request.user })))
  return app
}

export function withAuthJs(api: Api<Locals>, users: Users, secret: string): Express {
  const auth: ExpressAuthConfig = {
    secret,
    providers: [
      Credentials({
        credentials: { name: {}, password: {} },
        authorize: async ({ name, password }) => (await users.logIn(String(name), String(password))) ?? null,
      }),
    ],
    callbacks: {
      session: ({ session, token }) => ({ ...session, user: { ...session.user, id: String(token.sub) } }),
    },
  }

  const app = express()
  app.set('trust proxy', true)
  app.use('/auth', ExpressAuth(auth))
  app.use(
    toExpress(api, async (request: express.Request) => {
      const id = (await getSession(request, auth))?.user?.id
      return { user: id === undefined ? undefined : await users.find(id) }
    }),
  )
  return app
}

interface BetterAuthSettings {
  readonly baseURL: string
  readonly secret: string
  readonly database: ReturnType<typeof memoryAdapter>
}

export function withBetterAuth(
  api: Api<Locals>,
  users: Users,
  { baseURL, secret, database }: BetterAuthSettings,
): Express {
  const auth = betterAuth({ baseURL, secret, database, emailAndPassword: { enabled: true } })

  const app = express()
  app.all('/api/auth/*splat', toNodeHandler(auth))
  app.use(
    toExpress(api, async (request: express.Request) => {
      const session = await auth.api.getSession({ headers: fromNodeHeaders(request.headers) })
      return { user: session === null ? undefined : await users.find(session.user.id) }
    }),
  )
  return app
}

export function withFastifyJwt(api: Api<Locals>, users: Users, secret: string): FastifyInstance {
  const app = fastify()
  app.register(fastifyJwt, { secret, verify: { algorithms: ['HS256'] } })
  app.register(
    toFastify(api, async (request) => {
      if (request.headers.authorization === undefined) return { user: undefined }
      const token = await request.jwtVerify<{ sub: string }>().catch(() => {
        throw new Unauthorized({ detail: 'The token is not valid.' })
      })
      return { user: await users.find(token.sub) }
    }),
  )
  return app
}

export function withHonoJwt(api: Api<Locals>, users: Users, secret: string): Hono {
  const app = new Hono()
  app.all(
    '*',
    toHono(api, async ({ req }: Context) => {
      const token = /^Bearer (.+)$/i.exec(req.header('authorization') ?? '')?.[1]
      if (token === undefined) return { user: undefined }
      const { sub } = await verify(token, secret, 'HS256').catch(() => {
        throw new Unauthorized({ detail: 'The token is not valid.' })
      })
      return { user: await users.find(String(sub)) }
    }),
  )
  return app
}
