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
export async function writeLinks(resource: CompiledResource, links: Links): Promise<void> {
  const { kind, relation, parent, children } = links
  const result = await writeStep(resource, { kind, relation, parent, children })
  if (result.kind !== 'oneByOne') return noteLinks(links)
  for (const child of children) await writeLinks(resource, { ...links, children: [child] })
}

function noteLinks({ kind, relation, parent, children }: Links): void {
  const note = kind === 'link' ? putInMemory : takeFromMemory
  for (const child of children) note(parent, child, relation)
}
