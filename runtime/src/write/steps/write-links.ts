import type { AdapterRelation } from '../../adapter/condition.js'
import type { CompiledResource } from '../../resource/compile.js'
import { putInMemory, takeFromMemory } from './in-memory.js'
import { writeStep } from './write-step.js'

/** A parent, and the children to add to one of its relationships, or to remove from it. */
export interface Links {
  readonly kind: 'link' | 'unlink'
  readonly relation: AdapterRelation
  readonly parent: object
  readonly children: readonly object[]
}

/**
 * Adds children to a relationship of a parent, or removes them: through the adapter if the store keeps the link, and in
 * memory.
 */
export async function writeLinks(
  resource: CompiledResource,
  { kind, relation, parent, children }: Links,
): Promise<void> {
  await writeStep(resource, { kind, relation, parent, children })
  const note = kind === 'link' ? putInMemory : takeFromMemory
  for (const child of children) note(parent, child, relation)
}
