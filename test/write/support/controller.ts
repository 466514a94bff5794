import { Controller } from '@jsonapi-gen/runtime'

/** A context whose guard lets whoever says so pass. */
export class EditorController extends Controller {
  isEditor(): boolean {
    return this.request.headers.get('x-role') === 'editor'
  }
}

export const EDITOR = { 'x-role': 'editor' }
