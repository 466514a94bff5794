import { fullDescriptionOf } from './description.js'
import type { Form, Paths } from './form.js'
import { refTo, type JsonObject } from './json.js'
import { type Failure, refsTo } from './responses.js'

/** The full form, which repeats shared parts wherever they are used. */
export const FULL: Form = {
  description: fullDescriptionOf,
  accepted: ({ by, groups }) => ({ by, groups }),
  parameter: ({ full }) => full,
  paths: withAllFailures,
}

/** Each operation lists all error statuses that it may return. */
function withAllFailures(paths: Paths): Paths {
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([name, value]) => [
          name,
          name === 'parameters' ? value : failing(name, value as unknown as Operation),
        ]),
      ),
    ]),
  )
}

interface Operation extends JsonObject {
  readonly parameters?: readonly JsonObject[]
  readonly responses: JsonObject & { readonly default: JsonObject }
}

function failing(method: string, operation: Operation): JsonObject {
  const { responses, parameters = [] } = operation
  const isConditional = parameters.some(({ $ref }) => $ref === IF_MATCH)
  const all = {
    ...refsTo([...ALWAYS, ...(method === 'get' ? [] : OF_WRITES), ...(isConditional ? [412 as const] : [])]),
    default: refTo('responses', 'Failure'),
  }
  // The errors of atomic operations have their own response.
  const isOwn = responses.default['$ref'] !== ANY_FAILURE
  const listed = Object.entries(all).map(([status, each]) => [status, isOwn ? responses.default : each])
  return { ...operation, responses: { ...responses, ...Object.fromEntries(listed) } }
}

const IF_MATCH = refTo('parameters', 'If-Match')['$ref']

const ANY_FAILURE = refTo('responses', 'AnyFailure')['$ref']

/** The error statuses that every request may receive. */
const ALWAYS: readonly Failure[] = [400, 401, 403, 404, 406, 414, 500, 503]

/** The error statuses that only a write may receive. */
const OF_WRITES: readonly Failure[] = [408, 409, 413, 415, 422]
