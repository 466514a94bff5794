import { castTo } from '../cast.js'
import { currentFrame } from '../resource/frame.js'
import { RecordNotFound } from '../error/errors.js'
import type { Query } from '../query/query.js'
import { compiledOf, idOf, keyOfId } from '../resource/compile.js'
import { withKey } from './among-ids.js'
import type { Resource } from '../resource/operations.js'
import type { Shape } from '../shape/shape.js'
import type { Scope, ScopeOptions } from './scope.js'

/**
 * Finds one record of a base by its id, with its includes loaded (specification 4.1, "Single read").
 *
 * Throws RecordNotFound where there is none that the default filters leave visible, or the id is no id of its kind.
 */
export async function findRecord<S extends Shape>(
  resource: Resource<S>,
  base: S['scope'],
  id: string,
  query: Query,
  options: ScopeOptions = {},
): Promise<{ readonly scope: Scope<S>; readonly record: object }> {
  const compiled = compiledOf(resource)
  const { context } = currentFrame()
  const key = keyOfId(compiled, id)
  const scope = await resource.buildScope(
    key.ok ? await withKey(base, key.value, { resource: compiled, instance: resource, context }) : base,
    query,
    { ...options, single: true, sort: false },
  )
  const [record] = key.ok ? await scope.resolve() : []
  // A store that compares texts without regard to case finds a record whose id is another one.
  const isFound = record !== undefined && idOf(compiled, Object(record)) === id
  if (!isFound) throw recordNotFound(compiled.type, id)
  return { scope, record: castTo<object>(record) }
}

/** The error for a record that is not there, or not visible. */
export function recordNotFound(type: string, id: string): RecordNotFound {
  return new RecordNotFound({ detail: `There is no record of the type "${type}" with the id "${id}".` })
}
