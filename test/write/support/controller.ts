import { Controller } from '@jsonapi-gen/runtime'

/** A context whose guard permits requests that claim the permission. */
export class EditorController extends Controller {
  isEditor(): boolean {
    return this.request.headers.get('x-role') === 'editor'
  }
}

export const EDITOR = { 'x-role': 'editor' }
