import { type IdValue, parseId } from '../value/identifier.js'
import { memberOf, castTo } from '../cast.js'
import { currentFrame } from '../resource/frame.js'
import { RecordNotFound } from '../error/errors.js'
import type { Query } from '../query/query.js'
import { compiledOf, type CompiledResource } from '../resource/compile.js'
import { customIdFilter } from './custom-id-filter.js'
import { callHandler } from '../declare/handler.js'
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
  const key = parseId(compiled.config.id.kind, id)
  const scope = await resource.buildScope(
    key.ok ? await narrowToId(resource, compiled, base, key.value) : base,
    query,
    { ...options, single: true, sort: false },
  )
  const [record] = key.ok ? await scope.resolve() : []
  // A store that compares texts without regard to case finds a record whose id is another one.
  const isFound = record !== undefined && String(memberOf(Object(record), compiled.primaryKey)) === id
  if (!isFound) throw recordNotFound(compiled.type, id)
  return { scope, record: castTo<object>(record) }
}

/** The error for a record that is not there, or not visible. */
export function recordNotFound(type: string, id: string): RecordNotFound {
  return new RecordNotFound({ detail: `There is no record of the type "${type}" with the id "${id}".` })
}

/** A base narrowed to one id: by the resource's own filter `id` where it has a function, else by the adapter. */
export async function narrowToId(
  resource: Resource,
  compiled: CompiledResource,
  base: unknown,
  id: IdValue,
): Promise<unknown> {
  const custom = customIdFilter(compiled)
  if (custom) {
    return callHandler(resource, custom.handler, [base, custom.argument([id]), currentFrame().context])
  }
  const { primaryKey, idType } = compiled
  const condition = {
    kind: 'compare',
    name: 'id',
    through: [],
    attribute: primaryKey,
    operator: 'eq',
    value: id,
    type: idType,
  } as const
  return compiled.adapter().filter(base, condition, compiled)
}
