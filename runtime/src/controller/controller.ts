import { type MixinParent, castTo } from '../cast.js'
import { Base, type BaseDeclarations } from './base.js'
import { type BaseOperations, type ContextHost } from './host.js'
import { changeRelationship } from './change-relationship.js'
import { renderRelated, renderRelationship } from './render-related.js'
import { emptyResponse } from './response.js'
import type { Settings } from './settings.js'

/** What the handler knows of a request when it makes a controller. */
export interface ControllerRequest {
  readonly request: Request
  readonly actionName: string
  /** The parameters of the path. */
  readonly params: PathParams
  /** The query of the URL. */
  readonly search: string
  /** The absolute address of the request. */
  readonly address: string
  /** The body, parsed; undefined where there is none. */
  readonly body: unknown
  readonly settings: Settings
}

/** The parameters of the path: `/posts/{id}/{relationship}`. Empty where the path has none. */
export interface PathParams extends Readonly<Record<string, string>> {
  readonly id: string
  readonly relationship: string
}

class RequestHost implements ContextHost {
  /** The request, as the web standard has it. */
  readonly request: Request
  readonly actionName: string
  readonly params: PathParams
  readonly search: string
  readonly address: string
  readonly body: unknown
  readonly settings: Settings

  constructor(of: ControllerRequest) {
    this.request = of.request
    this.actionName = of.actionName
    this.params = of.params
    this.search = of.search
    this.address = of.address
    this.body = of.body
    this.settings = of.settings
  }
}

const WithBase: typeof RequestHost & MixinParent<BaseOperations> & BaseDeclarations = castTo(
  Base(RequestHost),
)

/**
 * A controller: one instance answers one request, and is the context that guards and custom functions see. Its methods
 * `index`, `show`, `create`, `update` and `destroy` are the actions; what it does not have is not served.
 */
export abstract class Controller extends WithBase {
  /** The records that a relationship leads to: `GET /posts/{id}/comments`. */
  related(): Promise<Response> {
    return this.wrapContext(() => renderRelated(this, this.params.id, this.params.relationship))
  }

  /** The linkage of a relationship: `GET /posts/{id}/relationships/comments`. */
  relationship(): Promise<Response> {
    return this.wrapContext(() => renderRelationship(this, this.params.id, this.params.relationship))
  }

  /** Replaces what a relationship leads to: `PATCH /posts/{id}/relationships/tags`. */
  updateRelationship(): Promise<Response> {
    return this.wrapContext(() => changeRelationship(this, 'replace'))
  }

  /** Adds to a to-many relationship: `POST /posts/{id}/relationships/tags`. */
  addToRelationship(): Promise<Response> {
    return this.wrapContext(() => changeRelationship(this, 'add'))
  }

  /** Removes from a to-many relationship: `DELETE /posts/{id}/relationships/tags`. */
  removeFromRelationship(): Promise<Response> {
    return this.wrapContext(() => changeRelationship(this, 'remove'))
  }

  /** The answer that says nothing: a record is destroyed. */
  renderNothing(): Response {
    return emptyResponse()
  }
}

/** A controller class. */
export type ControllerClass = (new (of: ControllerRequest) => Controller) & typeof Controller

/** The controllers of an API, by JSON:API type. */
export type Controllers = Readonly<Record<string, ControllerClass>>
