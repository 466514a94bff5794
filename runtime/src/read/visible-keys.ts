import { isDefault } from '../adapter/default-operations.js'
import { castTo } from '../base/cast.js'
import type { KeyedSideload } from '../declare/sideload.js'
import { type Hop, mayHide, visibleScope } from '../plan/visibility.js'
import type { CompiledResource } from '../resource/compile.js'
import { relationTo } from '../resource/relations.js'
import { keyIn } from '../adapter/keys.js'
import { relatedScopes } from './related-scope.js'
import { logged, type Run } from './run.js'

/**
 * Whether a key that is set may refer to a record that its relationship does not show, according to the declarations.
 */
export function mayLeadNowhere(sideload: KeyedSideload, target: CompiledResource): boolean {
  return mayHide({ sideload, target }) || !isDefault(target.instance.resolve)
}

/**
 * The keys of the parents that refer to a record which the address of the relationship would show (rule 14.5). Only the
 * keys of these records are read, unless their resource overrides `resolve`.
 */
export async function visibleKeys(
  hop: Hop<KeyedSideload>,
  parents: readonly object[],
  run: Run,
): Promise<ReadonlySet<string>> {
  const { sideload, target, owner } = hop
  const { instance } = target
  const { target: childKey } = relationTo(owner, sideload).pairs
  const readsKeys = target.facts().readsKeys && isDefault(instance.resolve)
  const visible = new Set<string>()
  for (const { scope } of await relatedScopes(hop, parents, run.context)) {
    const narrowed = await visibleScope(target, instance, scope, run.context)
    const read = (): Promise<object[]> =>
      readsKeys
        ? target.adapter().read(narrowed, childKey, target)
        : castTo<Promise<object[]>>(instance.resolve(narrowed))
    const operation = readsKeys ? 'keys' : 'resolve'
    const logging = { resource: target, path: sideload.name, operation, scope: narrowed } as const
    const found = await logged(run, logging, read, (rows) => rows.length)
    for (const record of found) {
      const key = keyIn(record, childKey)
      if (key !== undefined) visible.add(key)
    }
  }
  return visible
}
