import { markDefault } from '../adapter/default-operations.js'
import { type MixinParent, castTo } from '../base/cast.js'
import { Base, type BaseDeclarations } from './base.js'
import { type BaseOperations, type ContextHost } from './context.js'
import { stateOf } from './context-state.js'
import { writes } from './write/writes.js'
import { renderRelated, renderRelationship } from './read/render-related.js'
import { emptyResponse } from './response/response.js'
import type { Settings } from './settings.js'

/**
 * The request data that a new controller receives. If you write a constructor, it must pass this to `super`.
 *
 * ```ts
 * readonly began: number;
 * constructor(of: ControllerRequest<Locals>) {
 *   super(of);
 *   this.began = performance.now();
 * }
 * ```
 */
export interface ControllerRequest<Locals = undefined> {
  /** Undefined for in-process calls. */
  readonly request: Request | undefined
  /** The application's data about the request, such as the current user. */
  readonly locals: Locals
  readonly actionName: string
  /** The path parameters. */
  readonly params: PathParams
  /** The URL's query string. */
  readonly search: string
  /** The absolute URL of the request; undefined for in-process calls. */
  readonly address: string | undefined
  /** The parsed body; undefined if the request has no body. */
  readonly body: unknown
  readonly settings: Settings
}

/**
 * The parameters of the path `/posts/{id}/{relationship}`. Each is empty if the path does not contain it.
 *
 * ```ts
 * return this.renderJsonapi(this.recordScope(), { id: this.params.id });
 * ```
 */
export interface PathParams extends Readonly<Record<string, string>> {
  readonly id: string
  readonly relationship: string
}

class RequestHost<Locals> implements ContextHost {
  /** The application's own data about the request, as passed to `toExpress`, `api.fetch` or `api.as`. */
  readonly locals: Locals
  readonly actionName: string
  readonly params: PathParams
  readonly search: string
  readonly address: string | undefined
  readonly body: unknown
  readonly settings: Settings
  readonly #of: Pick<ControllerRequest<Locals>, 'request'>

  constructor(of: ControllerRequest<Locals>) {
    this.#of = of
    this.locals = of.locals
    this.actionName = of.actionName
    this.params = of.params
    this.search = of.search
    this.address = of.address
    this.body = of.body
    this.settings = of.settings
  }

  /**
   * The web-standard request. Throws an Error for in-process calls, because they have no request.
   *
   * ```ts
   * const language = this.request.headers.get('accept-language');
   * ```
   */
  get request(): Request {
    // A binding creates the request when it is read.
    const { request } = this.#of
    if (request) return request
    throw new Error(
      'No request is available, because this code runs in-process through api.as. Use the locals instead.',
    )
  }
}

const WithBase: typeof RequestHost & MixinParent<BaseOperations> & BaseDeclarations = castTo(
  Base(RequestHost),
)

/**
 * A controller. Each instance handles one request and is the context passed to guards and custom functions. Its methods
 * `index`, `show`, `create`, `update` and `destroy` are the actions. An action without a method is not served.
 * `ResourceController` implements all five.
 *
 * `Locals` is the type of the application's own data about a request. Declare it once, in the base class that all
 * controllers share:
 *
 * ```ts
 * export interface Locals { user: User | undefined }
 * export class ApplicationController extends Controller<Locals> implements Guards {
 *   isMember(): boolean {
 *     return this.locals.user !== undefined;
 *   }
 * }
 * ```
 */
export abstract class Controller<Locals = undefined> extends WithBase<Locals> {
  /**
   * Renders the related records of a relationship: `GET /posts/{id}/comments`. Override it to add your own steps.
   *
   * ```ts
   * override async related(): Promise<Response> {
   *   const response = await super.related();
   *   response.headers.set('cache-control', 'max-age=60');
   *   return response;
   * }
   * ```
   */
  related(): Promise<Response> {
    return this.wrapContext(() => renderRelated(this, this.params.id, this.params.relationship))
  }

  /**
   * Renders the linkage of a relationship: `GET /posts/{id}/relationships/comments`.
   *
   * ```ts
   * const response = await fetch(`${url}/posts/1/relationships/comments`);
   * ```
   */
  relationship(): Promise<Response> {
    return this.wrapContext(() => renderRelationship(this, this.params.id, this.params.relationship))
  }

  /**
   * Replaces the related records of a relationship: `PATCH /posts/{id}/relationships/tags`.
   *
   * ```ts
   * const body = { data: [{ type: 'tags', id: '1' }] }; // the post then has only this tag
   * ```
   */
  updateRelationship(): Promise<Response> {
    return this.wrapContext(async () => (await writes.load()).changeRelationship(this, 'replace'))
  }

  /**
   * Adds to a to-many relationship: `POST /posts/{id}/relationships/tags`.
   *
   * ```ts
   * const body = { data: [{ type: 'tags', id: '2' }] }; // adds this tag
   * ```
   */
  addToRelationship(): Promise<Response> {
    return this.wrapContext(async () => (await writes.load()).changeRelationship(this, 'add'))
  }

  /**
   * Removes from a to-many relationship: `DELETE /posts/{id}/relationships/tags`.
   *
   * ```ts
   * const body = { data: [{ type: 'tags', id: '2' }] }; // removes this tag
   * ```
   */
  removeFromRelationship(): Promise<Response> {
    return this.wrapContext(async () => (await writes.load()).changeRelationship(this, 'remove'))
  }

  /**
   * Runs the resource's own action named `actionName`: `POST /posts/{id}/-actions/publish`.
   *
   * ```ts
   * override async ownAction(): Promise<Response> {
   *   const response = await super.ownAction();
   *   response.headers.set('x-action', this.actionName);
   *   return response;
   * }
   * ```
   */
  ownAction(): Promise<Response> {
    return this.wrapContext(async () => {
      const { ownAction } = stateOf(this)
      if (!ownAction) throw new Error(`This request is not for the action "${this.actionName}".`)
      return ownAction(this)
    })
  }

  /**
   * Describes the client for `onDenied`, for example with the user's id. Returns undefined unless you override it.
   *
   * ```ts
   * override describe(): string | undefined {
   *   return this.locals.user?.id;
   * }
   * ```
   */
  describe(): string | undefined {
    return undefined
  }

  /**
   * Returns a response without a document (204), for a record that has been destroyed.
   *
   * ```ts
   * await this.jsonapiDestroy();
   * return this.renderNothing();
   * ```
   */
  renderNothing(): Response {
    return emptyResponse()
  }
}

// An override of these may have read the body of its response.
for (const method of [
  'renderJsonapi',
  'renderErrorsFor',
  'wrapContext',
  'related',
  'relationship',
] as const) {
  markDefault(Controller.prototype[method])
}

/**
 * A controller class whose instances use this type of locals.
 *
 * ```ts
 * const byName: Record<string, ControllerClass<Locals>> = { posts: PostsController };
 * ```
 */
export type ControllerClass<Locals = undefined> = (new (
  of: ControllerRequest<Locals>,
) => Controller<Locals>) &
  Pick<typeof Controller, keyof typeof Controller>

/**
 * The controllers of an API, by JSON:API type. The generated `routes.gen.ts` exports them.
 *
 * ```ts
 * export const controllers: Controllers<Locals> = { posts: PostsController, tags: TagsController };
 * ```
 */
export type Controllers<Locals = undefined> = Readonly<Record<string, ControllerClass<Locals>>>

/** Controllers with any type of locals, for code that does not create instances. */
export type AnyControllers = Readonly<Record<string, Pick<ControllerClass, keyof typeof Controller>>>
