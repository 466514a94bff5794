import type { NodePlan } from '../../plan/plan.js'
import type { Read } from '../../reader/read.js'
import { read } from '../../reader/reader.js'
import type { Run } from '../../reader/run.js'
import { compile, compiledOf } from '../../resource/compile.js'
import type { Resource } from '../../resource/operations.js'
import { resolveReference } from '../../resource/registry.js'
import type { Context } from '../context.js'

/** The resource of a type: the context's own, or another one of the registry. */
export function instanceFor({ jsonapiResource }: Context, type: string): Resource {
  const own = compiledOf(jsonapiResource)
  return own.type === type ? jsonapiResource : compile(resolveReference(type, own.resourceClass)).instance
}

/** Reads the records that an action or an earlier response names by key: a default filter does not hide them. */
export function readReturned(
  context: Context,
  instance: Resource,
  { root, ...named }: { readonly root: NodePlan } & Pick<Read, 'keys' | 'ids'>,
  run: Run,
): Promise<readonly object[]> {
  const base: Read['base'] =
    instance === context.jsonapiResource ? { kind: 'given', scope: context.recordScope() } : { kind: 'own' }
  const shown = Number.POSITIVE_INFINITY
  return read(
    { ...root, ...named, instance, base, order: [], page: undefined, defaultFilters: [], shown },
    run,
  )
}
