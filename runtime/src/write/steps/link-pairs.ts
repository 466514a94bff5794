import { type LinkStep, type Pair, staysInMemory } from '../plan/step.js'
import type { WriteNode } from '../request/node.js'
import { relationIn } from '../../resource/relations.js'
import { putInMemory, takeFromMemory } from './in-memory.js'
import { joinRowsOf } from '../session/join-rows.js'
import { refusesNullPair } from './null-keys.js'
import { asBatch } from '../unit/repeat.js'
import { groupedBy } from '../../base/grouped-by.js'
import type { Session } from '../session/session.js'
import { linkCall } from './store-call.js'
import { type Links, writeLinks } from './write-links.js'

/** A parent and a child that are linked or unlinked, and the place in the request. */
interface LinkedPair {
  readonly node: WriteNode
  readonly childNode: WriteNode
  readonly parent: object
  readonly child: object
  readonly pointer: string | undefined
}

/**
 * Links children to their parents through the operation of the parents' resource (rule 1.5). Children of one join are
 * linked together. Records that were not written are skipped.
 *
 * Throws Repeat if the store refuses several together, and any other error of the store.
 */
export async function linkPairs(session: Session, step: LinkStep): Promise<void> {
  const all = linkedRecords(session, step.pairs)
  if (staysInMemory(step)) {
    for (const { parent, child } of all) putInMemory(parent, child, linkName(step))
    return
  }
  const linked = all.filter((pair) => !refusesNullPair(session, step, pair))
  await writePairs(session, step, linked, 'link')
  noteJoined(session, step, linked)
}

function noteJoined({ joined }: Session, { relationship }: LinkStep, linked: readonly LinkedPair[]): void {
  for (const one of linked) joined.push(...joinRowsOf(relationship, [one]))
}

/** Notes the links of a new record that the store has written together with it. */
export function noteLinked(session: Session, step: LinkStep): void {
  const linked = linkedRecords(session, step.pairs)
  for (const { parent, child } of linked) putInMemory(parent, child, linkName(step))
  noteJoined(session, step, linked)
}

/** Unlinks children from their parents, as `linkPairs` links them. */
export async function unlinkPairs(session: Session, step: LinkStep): Promise<void> {
  const linked = linkedRecords(session, step.pairs)
  if (staysInMemory(step)) {
    for (const { parent, child } of linked) takeFromMemory(parent, child, linkName(step))
    return
  }
  await writePairs(session, step, linked, 'unlink')
}

const linkName = ({ relationship: { declared } }: LinkStep) => declared

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
  { relationship }: LinkStep,
  linked: readonly LinkedPair[],
  kind: Links['kind'],
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
