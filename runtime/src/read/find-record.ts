import { castTo } from '../base/cast.js'
import { currentFrame, currentRequest } from '../resource/frame.js'
import { RecordNotFound } from '../error/errors.js'
import type { Query } from '../query/query.js'
import { compiledOf, type CompiledResource, hintOfSpelling, idOf, keyOfId } from '../resource/compile.js'
import { withKey } from './among-ids.js'
import { recordsOfId } from './incomparable-text.js'
import type { Resource } from '../resource/operations.js'
import type { Shape } from '../shape/shape.js'
import { type Scope, scopeOf, type ScopeOptions } from './scope.js'

/**
 * Finds one record of a base by its id, with its includes loaded (specification 4.1, "Single read").
 *
 * Throws RecordNotFound if default filters leave no such record visible, or if the text is not an id of its kind.
 */
export async function findRecord<S extends Shape>(
  resource: Resource<S>,
  base: S['scope'],
  id: string,
  query: Query,
  options: ScopeOptions = {},
): Promise<{ readonly scope: Scope<S>; readonly record: object }> {
  const { scope, isId } = await scopeOfId(resource, base, id, query, options)
  const [record] = isId ? await recordsOfId(id, () => scope.resolve()) : []
  return { scope, record: await recordOfId(compiledOf(resource), base, record, id) }
}

/** The unresolved scope of the record with an id, and whether the text is an id of its kind. */
export async function scopeOfId<S extends Shape>(
  resource: Resource<S>,
  base: S['scope'],
  id: string,
  query: Query,
  options: ScopeOptions,
): Promise<{ readonly scope: Scope<S>; readonly isId: boolean }> {
  const compiled = compiledOf(resource)
  const { context } = currentFrame()
  const key = keyOfId(compiled, id)
  const given = scopeOf(resource, base)
  const scope = await resource.buildScope(
    key.ok ? await withKey(given, key.value, { resource: compiled, instance: resource, context }) : given,
    query,
    { ...options, single: true, sort: false },
  )
  return { scope, isId: key.ok }
}

/**
 * Checks a record that was read by an id from a base. Throws RecordNotFound if there is none, or if it has another id.
 */
export async function recordOfId(
  resource: CompiledResource,
  base: unknown,
  record: unknown,
  id: string,
): Promise<object> {
  // A store that ignores case may find a record with another id.
  const isFound = record !== undefined && idOf(resource, Object(record)) === id
  if (isFound) return castTo<object>(record)
  const fault = recordNotFound(
    resource,
    id,
    record === undefined ? undefined : idOf(resource, Object(record)),
  )
  if (!currentRequest().watch.denials) throw fault
  const { withReadDenial } = await import('./read-denial.js')
  throw await withReadDenial(fault, resource, () => scopeOf(resource.instance, base), id)
}

/**
 * The error for a record that does not exist, or is not visible. It tells the one spelling of an id that is written in
 * another way, as its type has it, or as the store has found it.
 */
function recordNotFound(resource: CompiledResource, id: string, stored: string | undefined): RecordNotFound {
  const hint =
    stored === undefined ? hintOfSpelling(resource, id) : ` This id is spelled ${JSON.stringify(stored)}.`
  return new RecordNotFound({
    detail: `There is no record of type "${resource.type}" with the id "${id}".${hint}`,
  })
}
