import { ResourceController } from '@jsonapi-gen/runtime';
import type { Guards } from './generated/index.gen.js';

/** The application's own data about a request: none, because nobody logs in to the blog. */
export type Locals = unknown;

/** The base class of all controllers: the context of guards and custom methods. */
export class ApplicationController extends ResourceController<Locals> implements Guards {
  /** Anybody who claims to be an editor is treated as one; a real application would check a session. */
  isEditor(): boolean {
    return this.request.headers.get('x-role') === 'editor';
  }
}
