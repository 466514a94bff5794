import type { Pair, Step } from '../plan/step.js'
import type { WriteNode } from '../request/node.js'
import { associationOf } from './association.js'
import { putInMemory, takeFromMemory } from './in-memory.js'
import { joinRowsOf } from './join-rows.js'
import { together } from './refused-batch.js'
import { groupedBy } from './rows-that-pass.js'
import type { Session } from './session.js'
import { linkCall } from './store-call.js'

type Links = Extract<Step, { kind: 'link' | 'unlink' }>

/** Two records that are linked, or linked no more, and where the request says so. */
interface Linked {
  readonly node: WriteNode
  readonly parent: object
  readonly child: object
  readonly pointer: string | undefined
}

/**
 * Puts children into an association of their parents, by the operation of the parents' resource (rule 1.5): those of a join
 * together. A record that is not written is not linked.
 *
 * Throws RefusedBatch where the store refuses several, and what else it throws.
 */
export async function linkPairs(session: Session, step: Links): Promise<void> {
  const linked = linkedRecords(session, step.pairs)
  if (step.isInMemory) {
    for (const { parent, child } of linked) putInMemory(parent, child, associationName(step))
    return
  }
  await writePairs(session, step, linked, 'associate')
  for (const one of linked) session.joined.push(...joinRowsOf(one.node, step.relationship, [one]))
}

/** Takes children out of an association of their parents, as `linkPairs` puts them in. */
export async function unlinkPairs(session: Session, step: Links): Promise<void> {
  const linked = linkedRecords(session, step.pairs)
  if (step.isInMemory) {
    for (const { parent, child } of linked) takeFromMemory(parent, child, associationName(step))
    return
  }
  await writePairs(session, step, linked, 'disassociate')
}

const associationName = ({ relationship: { sideload, many } }: Links) => ({ name: sideload.name, many })

function linkedRecords({ saved, existing }: Session, pairs: readonly Pair[]): readonly Linked[] {
  return pairs.flatMap(({ parent, child, pointer }) => {
    const record = saved.get(child)
    // What is destroyed was there.
    const of = saved.get(parent) ?? (parent.method === 'destroy' ? existing.get(parent) : undefined)
    return record && of ? [{ node: parent, parent: of, child: record, pointer }] : []
  })
}

async function writePairs(
  session: Session,
  { relationship }: Links,
  linked: readonly Linked[],
  operation: 'associate' | 'disassociate',
): Promise<void> {
  const { name, kind } = relationship.sideload
  const isJoin = kind === 'hasAndBelongsToMany'
  for (const [parent, ofParent] of groupedBy(linked, (one) => one.parent)) {
    const [first] = ofParent
    if (!first) continue
    if (isJoin && session.inBatches && ofParent.length > 1) {
      const adapter = first.node.resource.adapter()
      const association = associationOf(first.node.resource, parent, name)
      const children = ofParent.map(({ child }) => child)
      await together(adapter, () =>
        operation === 'associate'
          ? adapter.associateAll(parent, children, association)
          : adapter.disassociateAll(parent, children, association),
      )
    } else {
      for (const { node, child, pointer } of ofParent) {
        await linkCall(session, node, relationship, pointer, (instance) =>
          instance[operation](parent, child, name, kind),
        )
      }
    }
  }
}
