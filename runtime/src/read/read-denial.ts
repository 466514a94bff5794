import { castTo } from '../base/cast.js'
import { withDenials } from '../error/denial.js'
import { hasReadPolicy, withinPolicy } from '../plan/policies.js'
import { applyDefaultFilter } from '../plan/visibility.js'
import { type CompiledResource, idOf, keyOfId } from '../resource/compile.js'
import { currentFrame, currentRequest } from '../resource/frame.js'
import { withKey } from './among-ids.js'

/**
 * The error for a missing record. If the record exists and only the scope `read` hides it, the error names the scope as
 * its denial (rule 14.13). This is looked up only if the application listens, and only for a record that was not found:
 * the answer and its cost are the same in both cases.
 */
export async function withReadDenial<Fault extends object>(
  fault: Fault,
  resource: CompiledResource,
  base: () => unknown,
  id: string,
): Promise<Fault> {
  const { watch, policies } = currentRequest()
  const { context } = currentFrame()
  if (!watch.denials || !policies || !hasReadPolicy(resource)) return fault
  try {
    const all = await withinFilters(await base(), resource)
    const isThere = await isIn(all, resource, id)
    const isHidden =
      isThere && !(await isIn(await withinPolicy(all, resource, 'read', context), resource, id))
    return isHidden
      ? withDenials(fault, [{ rule: 'scopes.read', resource: resource.type, id, context }])
      : fault
  } catch {
    // A failing log does not change the answer.
    return fault
  }
}

async function withinFilters(base: unknown, resource: CompiledResource): Promise<unknown> {
  const { instance } = resource
  const { context } = currentFrame()
  let scope = base
  for (const filter of resource.config.defaultFilters.values()) {
    scope = await applyDefaultFilter(scope, filter, { resource, instance, context })
  }
  return scope
}

async function isIn(scope: unknown, resource: CompiledResource, id: string): Promise<boolean> {
  const { instance } = resource
  const key = keyOfId(resource, id)
  if (!key.ok) return false
  const narrowed = await withKey(scope, key.value, { resource, instance, context: currentFrame().context })
  const found = castTo<readonly object[]>(await instance.resolve(narrowed))
  return found.some((record) => idOf(resource, record) === id)
}
