import type { NodePlan } from '../plan/plan.js'
import { amongIds } from '../read/among-ids.js'
import { buildNode } from '../read/build.js'
import { resolveLogged, type Run } from '../read/run.js'
import { scopeOf } from '../read/scope.js'
import { compile, type CompiledResource, compiledOf } from '../resource/compile.js'
import { currentRequest } from '../resource/frame.js'
import type { Resource } from '../resource/operations.js'
import { resolveReference } from '../resource/registry.js'
import type { KeyValues } from '../value/key.js'
import type { Context } from './context.js'

/** The records of one type that a request may read. */
export interface ReadableRecords {
  readonly context: Context
  readonly target: CompiledResource
  readonly instance: Resource
  /** The base that must contain the records. */
  readonly base: () => unknown
}

/** The records of a type that a request may read: of its own resource, or of another one of the registry. */
export function readableRecords(context: Context, type: string): ReadableRecords {
  const { jsonapiResource } = context
  const own = compiledOf(jsonapiResource)
  if (own.type === type) {
    const base = (): unknown => scopeOf(jsonapiResource, context.recordScope())
    return { context, target: own, instance: jsonapiResource, base }
  }
  const target = compile(resolveReference(type, own.resourceClass))
  const { instance } = target
  return { context, target, instance, base: () => currentRequest().baseScopeOf(instance, context) }
}

/** Reads the records of some keys, in the order of the store. Those that the request may not read are missing. */
export async function readRecords(
  { context, target, instance, base }: ReadableRecords,
  root: NodePlan,
  keys: readonly KeyValues[],
  run: Run,
): Promise<readonly object[]> {
  // They are named by key: a default filter does not hide them.
  const node: NodePlan = { ...root, defaultFilters: [] }
  const records: object[] = []
  for (const scope of await amongIds(await base(), keys, { resource: target, instance, context })) {
    const built = await buildNode(node, instance, scope, run, { sort: false, paginate: false })
    for (const record of await resolveLogged(run, node, instance, built.unpaginated)) records.push(record)
  }
  return records
}
