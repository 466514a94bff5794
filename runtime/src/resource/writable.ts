import type { CompiledResource } from './compile.js'
import { isDefault } from '../adapter/default-operations.js'
import type { SideloadConfig } from '../declare/sideload.js'
import { guardsOfRelationship } from './link-guards.js'

/**
 * Whether a relationship is writable for anybody: by default it is. A custom sideload is writable only if the resource
 * overrides `associate`, because the runtime does not know how to store it.
 */
export function isWritable(resource: CompiledResource, sideload: SideloadConfig): boolean {
  if (guardsOfRelationship(resource, sideload).writable.includes(false)) return false
  return sideload.kind !== 'custom' || !isDefault(resource.instance.associate)
}

/**
 * Whether the store of a resource supports a write: through its adapter, or through an override of the operation. On
 * the Null adapter only overrides are supported (rule 23.6).
 */
export function isDefined(
  { instance, facts }: CompiledResource,
  operation: 'create' | 'update' | 'destroy',
): boolean {
  return !isDefault(instance[operation]) || facts().writes
}
