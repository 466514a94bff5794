import type { LinkStep, Pair } from '../plan/step.js'
import type { WriteNode } from '../request/node.js'
import { relationIn } from '../../resource/relations.js'
import { joinRowsOf } from '../session/join-rows.js'
import { refusesNullPair } from './null-keys.js'
import { asBatch } from '../unit/repeat.js'
import { groupedBy } from '../../base/grouped-by.js'
import type { Session } from '../session/session.js'
import { linkCall } from './store-call.js'
import { changeInMemory, writeLinks } from './write-links.js'

/** A parent and a child that are linked or unlinked, and the place in the request. */
interface LinkedPair {
  readonly node: WriteNode
  readonly childNode: WriteNode
  readonly parent: object
  readonly child: object
  readonly pointer: string | undefined
}

/**
 * Links children to their parents, or unlinks them, through the operation of the parents' resource (rule 1.5). Children
 * of one join are linked together. Records that were not written are skipped.
 *
 * Throws Repeat if the store refuses several together, and any other error of the store.
 */
export async function changeLinks(session: Session, step: LinkStep): Promise<void> {
  const { kind, relationship, isInMemory } = step
  const all = linkedRecords(session, step.pairs)
  if (isInMemory) {
    for (const { parent, child } of all) changeInMemory(kind, parent, child, relationship.declared)
    return
  }
  const pairs = kind === 'link' ? all.filter((pair) => !refusesNullPair(session, step, pair)) : all
  await writePairs(session, step, pairs)
  if (kind === 'link') session.joined.push(...joinRowsOf(relationship, pairs))
}

/** Notes the links of a new record that the store has written together with it. */
export function noteLinked(session: Session, { kind, relationship, pairs }: LinkStep): void {
  const linked = linkedRecords(session, pairs)
  for (const { parent, child } of linked) changeInMemory(kind, parent, child, relationship.declared)
  session.joined.push(...joinRowsOf(relationship, linked))
}

function linkedRecords(session: Session, pairs: readonly Pair[]): readonly LinkedPair[] {
  return pairs.flatMap(({ parent, child, pointer }) => {
    const record = session.of(child).saved
    // A record to destroy was in the store before.
    const { saved, existing } = session.of(parent)
    const of = saved ?? (parent.method === 'destroy' ? existing : undefined)
    return record && of ? [{ node: parent, childNode: child, parent: of, child: record, pointer }] : []
  })
}

async function writePairs(
  session: Session,
  { kind, relationship }: LinkStep,
  linked: readonly LinkedPair[],
): Promise<void> {
  const { owner, name } = relationship.declared
  const sideloadKind = owner.config.sideloads.get(name)?.kind ?? 'custom'
  const operation = kind === 'link' ? 'associate' : 'disassociate'
  for (const [parent, ofParent] of groupedBy(linked, (one) => one.parent)) {
    const [first] = ofParent
    if (!first) continue
    if (session.inBatches && ofParent.length > 1) {
      const { resource } = first.node
      const relation = relationIn(relationship.declared)
      const children = ofParent.map(({ child }) => child)
      await asBatch(resource.adapter(), () => writeLinks(resource, { kind, relation, parent, children }))
    } else {
      for (const { node, child, pointer } of ofParent) {
        await linkCall(session, node, relationship, pointer, (instance) =>
          instance[operation](parent, child, name, sideloadKind),
        )
      }
    }
  }
}
