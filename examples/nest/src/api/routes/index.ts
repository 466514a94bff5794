import { inspect } from 'node:util';
import { explorer } from '@jsonapi-gen/explorer';
import { createApi, type Api } from '@jsonapi-gen/runtime';
import { toExpress, type ExpressHandler } from '@jsonapi-gen/runtime/express';
import { All, Controller, Inject, Logger, Module, Req, Res } from '@nestjs/common';
import type { OnModuleDestroy, OnModuleInit } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Response } from 'express';
import type { UsersRequest } from '../../login/login.guard.js';
import { connect, disconnect, late } from '../../provided.js';
import type { Locals } from '../application.controller.js';
import { registry } from '../generated/index.gen.js';
import { openapi } from '../generated/openapi.gen.js';
import { controllers } from '../generated/routes.gen.js';

/** The path of ApiController. */
const PATH = 'api';
/** The path in URLs. If main.ts calls `setGlobalPrefix('v1')`, write `/v1/${PATH}`. */
export const PREFIX: string = `/${PATH}`;
const logger = new Logger('JsonApi');
const { NODE_ENV } = process.env;
let created: Api<Locals> | undefined;

/** The API. It is created when the application starts, because its resources may use Nest's providers. */
export const api: Api<Locals> = late(
  () =>
    (created ??= createApi({
      registry,
      controllers,
      prefix: PREFIX,
      operations: true, // POST /api/operations: several writes in one transaction, without the controllers
      openapi, // GET /api/openapi.json, and GET /api/ with the URL of each collection
      explorer: NODE_ENV === 'development' && explorer(), // GET /api/explorer: a page that shows the API and lets you try it
      onError: (error, id, { method, url }) =>
        logger.error(`${id} ${method} ${new URL(url).pathname}\n${inspect(error)}`),
    })),
);

/** The API as Express middleware. Provide locals here: `toExpress(api, (request: Request) => ({ user: request.user }))`. */
const routes: ExpressHandler<UsersRequest, Response> = toExpress(api, ({ user }: UsersRequest) => ({ user }));

/** Serves every request below its path, after the guards and interceptors of the application. */
@Controller(PATH)
export class ApiController {
  @All(['', '*path'])
  serve(@Req() request: UsersRequest, @Res() response: Response): Promise<void> {
    // Interceptors wait for the end of the response.
    return new Promise((resolve, reject) => {
      response.once('close', resolve);
      routes(request, response, reject);
    });
  }
}

/** Import this module in AppModule, after other modules with paths below that of the API. */
@Module({ controllers: [ApiController] })
export class ApiModule implements OnModuleInit, OnModuleDestroy {
  readonly #modules: ModuleRef;

  constructor(@Inject(ModuleRef) modules: ModuleRef) {
    this.#modules = modules;
  }

  onModuleInit(): void {
    connect(this.#modules);
    logger.log(`Serves JSON:API at ${api.prefix}`);
  }

  onModuleDestroy(): void {
    disconnect(this.#modules);
  }
}
