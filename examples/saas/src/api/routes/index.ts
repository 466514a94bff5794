import { explorer } from '@jsonapi-gen/explorer';
import { withSecurity } from '@jsonapi-gen/openapi';
import { createApi, type Api } from '@jsonapi-gen/runtime';
import type { Locals } from '../application.controller.js';
import { login } from '../../demo-login.js';
import { log } from '../../log.js';
import { registry } from '../generated/index.gen.js';
import { openapi } from '../generated/openapi.gen.js';
import { controllers } from '../generated/routes.gen.js';

const { NODE_ENV } = process.env;

/** Every client needs a session: see ../../session.ts. */
const described = openapi.with((document) =>
  withSecurity(
    {
      ...document,
      info: { ...document.info, title: 'Invoices', contact: { url: 'https://invoices.example' } },
    },
    { session: { type: 'apiKey', in: 'cookie', name: 'saas' } },
  ),
);

/** The API: one handler from Request to Response. ../../app.ts mounts it after the session middleware. */
export const api: Api<Locals> = createApi({
  registry,
  controllers,
  openapi: described,
  // A write that is repeated with its key runs only once. The client in ../../web repeats writes that received
  // no response.
  idempotency: { owner: ({ locals }) => `${locals.organisationId}~${locals.userId}` },
  operations: true, // POST /operations: several writes in one transaction, without the controllers
  explorer: NODE_ENV === 'development' && explorer({ queries: true, login }), // GET /explorer: a page that shows the API and lets you try it
  // The operator can see what was denied, but the client cannot.
  onDenied: ({ rule, resource, id, context }, request) =>
    log.denied(`${context} may not ${request.method} ${resource} ${id ?? ''} (${rule})`),
});
