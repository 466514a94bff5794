import type { ValidationResponse } from '../write/persist/validation-response.js'
import { documentResponse } from './response.js'

/**
 * The errors of a write that was not valid, as a response (422).
 *
 * Throws an Error for an instance that no write of this context was about, or that was written: that is the application's bug.
 */
export function errorsResponse(response: ValidationResponse | undefined): Response {
  if (!response || response.success) {
    throw new Error('There are no errors to render: no write of this context has failed with that instance.')
  }
  return documentResponse({ errors: response.errors }, 422)
}
