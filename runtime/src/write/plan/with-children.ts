import type { CompiledResource } from '../../resource/compile.js'
import type { WriteNode } from '../request/node.js'
import { type ChildStep, type InsertStep, type Row, staysInMemory, type Step } from './step.js'
import { watchersOf } from './watchers.js'

/**
 * Joins the insert of one record with the insert of its new children behind it (rule 11.14). So a store can write both
 * in one call: a post with its comments.
 */
export function withChildren(steps: readonly Step[]): readonly Step[] {
  const found: Step[] = []
  for (const step of steps) {
    const before = found.at(-1)
    const children =
      before?.kind === 'insert' && step.kind === 'insert' ? childrenOf(before, step) : undefined
    if (before?.kind === 'insert' && children) found[found.length - 1] = { ...before, children }
    else found.push(step)
  }
  return found
}

/**
 * Joins the insert of one record with the links of it to existing records through a many-to-many: a post with its tags.
 * Other links stay last.
 *
 * @param kept the records that no step writes
 */
export function withLinks(
  steps: readonly Step[],
  links: readonly Step[],
  kept: ReadonlySet<WriteNode>,
): readonly Step[] {
  const found = [...steps]
  for (const link of links) {
    const at = found.findIndex((step) => step.kind === 'insert' && isLinkOf(step, link, kept))
    const insert = found[at]
    if (insert?.kind === 'insert' && link.kind === 'link') {
      found[at] = { ...insert, links: [...(insert.links ?? []), link] }
    } else found.push(link)
  }
  return found
}

/** Whether a step joins the one record that another step inserts with records that are there, and stay as they are. */
function isLinkOf(
  { resource, rows: [row, ...others] }: InsertStep,
  step: Step,
  kept: ReadonlySet<WriteNode>,
): boolean {
  return (
    step.kind === 'link' &&
    !staysInMemory(step) &&
    others.length === 0 &&
    isUnwatched(resource) &&
    step.pairs.every(({ parent, child }) => parent === row?.node && kept.has(child))
  )
}

/** The step as the children of the one record that another step inserts; undefined if it is not. */
function childrenOf({ resource, rows, children }: InsertStep, step: InsertStep): ChildStep | undefined {
  const [parent, ...others] = rows
  const [first] = step.rows
  if (!parent || !first || others.length > 0 || children) return undefined
  if (!isUnwatched(resource) || !isUnwatched(step.resource)) return undefined
  const key = keyTo(parent, first)
  return key && step.rows.every((row) => isChild(row, parent, key)) ? { step, key } : undefined
}

/** Whether no override has to see each record that is created. */
const isUnwatched = (resource: CompiledResource): boolean =>
  resource.model !== undefined && !watchersOf(resource).overrides.create

/** The foreign key by which a row refers to its one parent. */
function keyTo(
  { node }: Row,
  { parents: [link, ...others] }: Row,
): Readonly<Record<string, string>> | undefined {
  if (!link || others.length > 0 || link.unlinks || Object.keys(link.values).length > 0) return undefined
  const refs = Object.entries(link.refs)
  if (refs.length === 0 || !refs.every(([, ref]) => ref.node === node)) return undefined
  return Object.fromEntries(refs.map(([column, ref]) => [column, ref.column]))
}

function isChild(row: Row, parent: Row, key: Readonly<Record<string, string>>): boolean {
  const own = keyTo(parent, row)
  const names = Object.keys(key)
  return (
    !row.isWritten &&
    own !== undefined &&
    Object.keys(own).length === names.length &&
    names.every((column) => own[column] === key[column]) &&
    // The other records that it belongs to are written already.
    row.relatives.every(({ refs }) => Object.values(refs).every((ref) => ref.node !== parent.node))
  )
}
