import { inPieces, keysAtOnce } from '../adapter/keys.js'
import { DONE, ONE_BY_ONE, type StepResult, type StoreStep } from '../adapter/store-step.js'
import { bulkJoinOf, joinChild } from './bulk-joins.js'
import { removeJoin } from './joins.js'
import type { Creating } from '../sql/new-rows.js'

type LinkStep = Extract<StoreStep, { readonly kind: 'link' | 'unlink' }>

/** Joins a parent and its children, or removes what joins them. Throws the errors of Prisma. */
export async function runLink(
  writing: Creating,
  { kind, association, parent, children }: LinkStep,
): Promise<StepResult> {
  const { join, target } = association
  const [child, ...others] = children
  if (!join || !child) return DONE
  const change = { parent, child, association, join }
  if (others.length === 0 && kind === 'unlink') {
    await removeJoin(writing, change)
    return DONE
  }
  if (others.length === 0) {
    await joinChild(writing, change)
    return DONE
  }
  const joins = bulkJoinOf(writing.datamodel, association)
  if (!joins) return ONE_BY_ONE
  const run = kind === 'link' ? joins.add : joins.remove
  for (const piece of inPieces(children, keysAtOnce(writing, target.primaryKey))) {
    await run(writing.client, parent, piece)
  }
  return DONE
}
