import type { CompiledResource } from './compile.js'
import { isDefault } from '../adapter/overridden.js'
import type { SideloadConfig } from '../declare/sideload.js'
import { guardsOfRelationship } from './link-guards.js'

/**
 * Whether a relationship can be written at all, by anybody. All can unless they say otherwise. A custom sideload can
 * only if the resource overrides `associate`, because nobody else knows how to keep it.
 */
export function isWritable(resource: CompiledResource, sideload: SideloadConfig): boolean {
  if (guardsOfRelationship(resource, sideload).writable.includes(false)) return false
  return sideload.kind !== 'custom' || !isDefault(resource.instance.associate)
}

/**
 * Whether records of a resource can be written so at all: by its adapter, or by an override of its own. On the Null
 * adapter nothing is unless the resource defines it (rule 23.6).
 */
export function isDefined(
  { instance, facts }: CompiledResource,
  operation: 'create' | 'update' | 'destroy',
): boolean {
  return !isDefault(instance[operation]) || facts().writes
}
