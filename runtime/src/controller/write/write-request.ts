import type { Awaitable } from '../../declare/declaration-types.js'
import { compiledOf } from '../../resource/compile.js'
import { DEFAULT_LIMITS } from '../../query/limits.js'
import { currentRequest } from '../../resource/frame.js'
import { planRead } from '../../plan/plan-read.js'
import { Deserializer } from '../../write/request/deserializer.js'
import type { ContextHost } from '../context.js'
import { permittedOf } from '../context-configuration.js'
import type { Context } from '../context.js'
import { DEFAULT_SETTINGS } from '../settings.js'

/** The kind of write on the primary record. */
export type WriteKind = 'create' | 'update'

/** Reads the body of a context's request as a write (specification 4.4). */
export function deserialize(context: Context, method: WriteKind): Deserializer {
  const { limits: given, strict } = context.settings ?? DEFAULT_SETTINGS
  const limits = { ...DEFAULT_LIMITS, ...given }
  return new Deserializer(documentOf(context), {
    resource: compiledOf(context.jsonapiResource),
    method,
    id: pathId(context),
    limits,
    strict,
    guards: currentRequest().guardsOf(context),
  })
}

/** The kind of a context's write, by the name of its action, or else by its HTTP verb (rule 11.1). */
export function writeKind(context: Context): WriteKind {
  const { actionName, request } = context
  if (actionName === 'create' || actionName === 'update') return actionName
  const verb = request?.method?.toUpperCase()
  return verb === 'PATCH' || verb === 'PUT' || (verb === undefined && pathId(context) !== undefined)
    ? 'update'
    : 'create'
}

/**
 * Checks the query of a write, before anything is written (rules 15.9, 18.2).
 *
 * Throws the error of the parameter at fault.
 */
export function checkQuery(context: Context): Awaitable<unknown> {
  return planRead(compiledOf(context.jsonapiResource), context.query, {
    guards: currentRequest().guardsOf(context),
    permitted: permittedOf(context),
    single: true,
  })
}

/** The id of the path. */
export function pathId({ params }: ContextHost): string | undefined {
  const { id } = params
  return typeof id === 'string' && id !== '' ? id : typeof id === 'number' ? String(id) : undefined
}

/** The parsed body; a host without one has its members in `params`. */
function documentOf({ body, params }: ContextHost): unknown {
  if (body !== undefined) return body
  const { data, included, meta } = params
  return data === undefined
    ? undefined
    : { data, ...(included !== undefined && { included }), ...(meta !== undefined && { meta }) }
}
