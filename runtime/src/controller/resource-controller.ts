import { markDefault } from '../adapter/default-operations.js'
import { Controller } from './controller.js'

/**
 * A controller that implements the five actions `index`, `show`, `create`, `update` and `destroy`. The resource's
 * `actions` determine which of them are served. Override an action to change its behavior; call `super` for the
 * default behavior.
 *
 * ```ts
 * export class PostsController extends ApplicationController {
 *   static {
 *     PostsController.jsonapi(PostResource);
 *   }
 *
 *   override async show(): Promise<Response> {
 *     const response = await super.show();
 *     response.headers.set('cache-control', 'max-age=60');
 *     return response;
 *   }
 * }
 * ```
 */
export abstract class ResourceController<Locals = undefined> extends Controller<Locals> {
  /**
   * Renders the records of the base scope: `GET /posts`.
   *
   * ```ts
   * override index(): Promise<Response> {
   *   return this.renderJsonapi({ where: { status: 'published' } });
   * }
   * ```
   */
  async index(): Promise<Response> {
    return this.renderJsonapi(this.jsonapiResource.baseScope(this))
  }

  /**
   * Renders the record in the path, if it is in `recordScope`: `GET /posts/{id}`.
   *
   * ```ts
   * override show(): Promise<Response> {
   *   return this.renderJsonapi(this.recordScope(), { id: this.params.id, meta: { edition: 2 } });
   * }
   * ```
   */
  async show(): Promise<Response> {
    return this.renderJsonapi(this.recordScope(), { id: this.params.id })
  }

  /**
   * Creates a record from the body: `POST /posts`. The response is either 201 with the record, or 422.
   *
   * ```ts
   * override async create(): Promise<Response> {
   *   const [post, success] = await this.jsonapiCreate();
   *   if (!success) return this.renderErrorsFor(post);
   *   return this.renderJsonapi(post, { scope: false, status: 201, meta: { welcome: true } });
   * }
   * ```
   */
  async create(): Promise<Response> {
    const [record, success] = await this.jsonapiCreate()
    if (!success) return this.renderErrorsFor(record)
    return this.renderJsonapi(record, { scope: false, status: 201 })
  }

  /**
   * Updates the record in the path from the body: `PATCH /posts/{id}`. The response contains the record, or the errors with status 422.
   *
   * ```ts
   * override async update(): Promise<Response> {
   *   const [post, success] = await this.jsonapiUpdate({ scope: { where: { status: 'draft' } } });
   *   if (!success) return this.renderErrorsFor(post);
   *   return this.renderJsonapi(post, { scope: false });
   * }
   * ```
   */
  async update(): Promise<Response> {
    const [record, success] = await this.jsonapiUpdate()
    if (!success) return this.renderErrorsFor(record)
    return this.renderJsonapi(record, { scope: false })
  }

  /**
   * Destroys the record in the path: `DELETE /posts/{id}`. The response is 204.
   *
   * ```ts
   * override async destroy(): Promise<Response> {
   *   await this.jsonapiDestroy({ scope: { where: { status: 'draft' } } });
   *   return this.renderNothing();
   * }
   * ```
   */
  async destroy(): Promise<Response> {
    await this.jsonapiDestroy()
    return this.renderNothing()
  }
}

for (const action of ['index', 'show', 'create', 'update', 'destroy'] as const) {
  markDefault(ResourceController.prototype[action])
}
