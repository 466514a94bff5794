import type { CompiledResource } from '../resource/compile.js'
import { isDefault } from '../resource/default-operations.js'
import type { SideloadConfig } from '../sideload/config.js'

/**
 * Whether a relationship can be written at all: unless it says otherwise, and, for a custom sideload, only where the
 * resource overrides `associate`, for nobody else knows how to keep it.
 */
export function isWritable({ instance }: CompiledResource, { kind, writable }: SideloadConfig): boolean {
  return writable && (kind !== 'custom' || !isDefault(instance.associate))
}
