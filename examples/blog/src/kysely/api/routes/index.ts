import { explorer } from '@jsonapi-gen/explorer';
import { createApi, type Api } from '@jsonapi-gen/runtime';
import { toExpress } from '@jsonapi-gen/runtime/express';
import type { RequestHandler } from 'express';
import type { Locals } from '../application.controller.js';
import { registry } from '../generated/index.gen.js';
import { openapi } from '../generated/openapi.gen.js';
import { controllers } from '../generated/routes.gen.js';

const { NODE_ENV } = process.env;
/** The API: one handler from Request to Response. */
export const api: Api<Locals> = createApi({
  registry,
  controllers,
  operations: true, // POST /operations: several writes in one transaction, without the controllers
  openapi: openapi.with((document) => ({
    ...document,
    info: { ...document.info, title: 'The blog', contact: { url: 'https://blog.example' } },
  })),
  explorer: NODE_ENV === 'development' && explorer({ queries: true }), // GET /explorer: a page that shows the API and lets you try it
  // Server errors (5xx) are printed. To send them to your own log, add `onError: (error, id, request) => …`.
});

/** The API as Express middleware: `app.use(routes)`. */
export const routes: RequestHandler = toExpress(api);
