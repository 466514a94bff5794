import { ResourceController } from '@jsonapi-gen/runtime';
import type { Guards } from './generated/index.gen.js';

/** What the application knows about a request besides HTTP: nothing, because nobody logs in to the blog. */
export type Locals = unknown;

/** The common base of every controller: the context that guards and custom methods see. */
export class ApplicationController extends ResourceController<Locals> implements Guards {
  /** Whoever says so is an editor; a real application would look at a session. */
  isEditor(): boolean {
    return this.request.headers.get('x-role') === 'editor';
  }
}
