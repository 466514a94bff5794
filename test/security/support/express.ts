import { createServer } from 'node:http'
import type { Api } from '@jsonapi-gen/runtime'
import { toExpress } from '@jsonapi-gen/runtime/express'
import express from 'express'
import { listening, type Listening } from '../../http/support/frameworks.js'
import type { Locals } from '../../policies/support/roles.js'

/** Serves an API on Express. The header `x-role` contains the user's role. */
export function servedToRoles(api: Api<Locals>): Promise<Listening> {
  const routes = toExpress(api, (request: express.Request): Locals => ({
    role: request.get('x-role') === 'admin' ? 'admin' : 'member',
  }))
  return listening(createServer(express().use(routes)))
}
