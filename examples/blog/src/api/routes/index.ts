import { createApi, type Api } from '@jsonapi-gen/runtime';
import { toExpress } from '@jsonapi-gen/runtime/express';
import type { RequestHandler } from 'express';
import type { Locals } from '../application.controller.js';
import { registry } from '../generated/index.gen.js';
import { controllers } from '../generated/routes.gen.js';

/** The API: one handler from Request to Response. */
export const api: Api<Locals> = createApi({
  registry,
  controllers,
  operations: true, // POST /operations: several writes in one transaction, below the controllers
  // What the server is to blame for is printed; `onError: (error, id, request) => …` sends it to a log of your own instead.
});

/** The API as Express middleware: `app.use(routes)`. */
export const routes: RequestHandler = toExpress(api);
