import { ResourceController } from '@jsonapi-gen/runtime';
import type { User } from '../login/login.guard.js';
import type { Guards } from './generated/index.gen.js';

/** The application's own data about a request. */
export interface Locals {
  readonly user: User | undefined;
}

/** The base class of all controllers: the context of guards and custom methods. */
export class ApplicationController extends ResourceController<Locals> implements Guards {
  isKnown(): boolean {
    return this.locals.user !== undefined;
  }
}
