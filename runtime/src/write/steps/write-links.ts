import type { AdapterRelation } from '../../adapter/condition.js'
import { memberOf, setMember } from '../../base/cast.js'
import type { CompiledResource } from '../../resource/compile.js'
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
  for (const child of children) changeInMemory(kind, parent, child, relation)
}

/** Adds a record to a relationship of another record in memory, once, or removes it. */
export function changeInMemory(
  kind: Links['kind'],
  parent: object,
  child: object,
  { name, many }: { readonly name: string; readonly many: boolean },
): void {
  const linked = kind === 'link' ? [child] : []
  const members = many ? memberOf(parent, name) : []
  const others = Array.isArray(members) ? members.filter((member: unknown) => member !== child) : []
  setMember(parent, name, many ? [...others, ...linked] : (linked[0] ?? null))
}
