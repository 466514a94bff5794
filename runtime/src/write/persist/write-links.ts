import type { Association } from '../../adapter/store-step.js'
import type { CompiledResource } from '../../resource/compile.js'
import { putInMemory, takeFromMemory } from './in-memory.js'
import { writeStep } from './write-step.js'

/** A parent, and children that are put into one of its associations, or taken out of it. */
export interface Links {
  readonly kind: 'link' | 'unlink'
  readonly association: Association
  readonly parent: object
  readonly children: readonly object[]
}

/**
 * Puts children into an association of a parent, or takes them out of it: what a store keeps of it by the adapter, and each in
 * memory.
 */
export async function writeLinks(resource: CompiledResource, links: Links): Promise<void> {
  const { kind, association, parent, children } = links
  const result = await writeStep(resource, { kind, association, parent, children })
  if (result.kind !== 'oneByOne') return noteLinks(links)
  for (const child of children) await writeLinks(resource, { ...links, children: [child] })
}

function noteLinks({ kind, association, parent, children }: Links): void {
  const note = kind === 'link' ? putInMemory : takeFromMemory
  for (const child of children) note(parent, child, association)
}
