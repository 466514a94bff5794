import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { AdapterRelation } from '../../adapter/condition.js'
import { Ref, withValues } from '../../adapter/rows/refs.js'
import { DONE, type StepResult, type StoreStep } from '../../adapter/store-step.js'
import { inOrder } from '../../resource/served/single-steps.js'
import type { Row } from '../new-rows.js'

/** A new record, and what later steps of the same call write for it and need nothing else for. */
export interface Family {
  readonly resource: AdapterResource
  readonly row: Row
  readonly children: NewChildren | undefined
  readonly links: readonly NewLinks[]
}

/** New records that refer to the new record of a family. */
export interface NewChildren {
  readonly resource: AdapterResource
  /** The foreign key: each column, mapped to the parent's column that provides the value. */
  readonly key: Readonly<Record<string, string>>
  /** The rows, without the key columns. */
  readonly rows: readonly Row[]
}

/** Existing records that a many-to-many relationship joins to the new record of a family. */
export interface NewLinks {
  readonly relation: AdapterRelation
  readonly children: readonly object[]
}

/** The written records of a family. */
export interface WrittenFamily {
  readonly record: object
  /** The children in the order of their rows. */
  readonly children: readonly object[]
  /** Whether the links are written too. */
  readonly isLinked: boolean
}

/** How a database runs the steps of a write. */
export interface StepWriter {
  /** Writes a family together. Returns undefined, without writing anything, if the database cannot. */
  readonly family: (family: Family) => Promise<WrittenFamily | undefined>
  readonly step: (step: StoreStep) => Promise<StepResult>
}

/**
 * Runs steps in order, and those that create a record with its children or its links together, if the database can.
 * Returns a result for each step. No further step starts after the request's deadline.
 *
 * ```ts
 * const write = (steps: readonly StoreStep[], writer: StepWriter): Promise<readonly StepResult[]> =>
 *   inFamilies(steps, writer);
 * ```
 *
 * Throws what the writer throws, and an Error if no earlier step returned the record of a ref.
 */
export function inFamilies(steps: readonly StoreStep[], writer: StepWriter): Promise<readonly StepResult[]> {
  /** The results of steps that were written with an earlier one. */
  const ahead = new Map<number, StepResult>()
  return inOrder(steps, async (step, results) => {
    const at = results.length
    const known = ahead.get(at)
    if (known) return known
    const found = familyAt(steps, step, results)
    const written = found && (await writer.family(found.family))
    if (!written) return writer.step(step)
    if (found.family.children) ahead.set(at + 1, { kind: 'records', records: written.children })
    if (written.isLinked) for (const link of found.links) ahead.set(link, DONE)
    return { kind: 'records', records: [written.record] }
  })
}

/** A family, and the places of its links among the steps. */
interface FoundFamily {
  readonly family: Family
  readonly links: readonly number[]
}

/** The family of the one record that a step inserts; undefined if no other step can be written with it. */
function familyAt(
  steps: readonly StoreStep[],
  step: StoreStep,
  results: readonly StepResult[],
): FoundFamily | undefined {
  if (step.kind !== 'insert') return undefined
  const at = results.length
  const [row, ...others] = step.rows
  if (!row || others.length > 0) return undefined
  const children = childrenOf(at, steps[at + 1], results)
  const links: NewLinks[] = []
  const places: number[] = []
  for (const [place, link] of steps.entries()) {
    if (link.kind !== 'link' || !refersTo(link.parent, at)) continue
    links.push(link)
    places.push(place)
  }
  if (!children && links.length === 0) return undefined
  return { family: { resource: step.resource, row, children, links }, links: places }
}

/** Whether an object has a ref to the record that a step inserts. */
function refersTo(of: object, at: number): boolean {
  for (const value of Object.values(of)) if (value instanceof Ref && value.step === at) return true
  return false
}

/** The next step as the children of the record that a step inserts; undefined if it is something else. */
function childrenOf(
  at: number,
  step: StoreStep | undefined,
  results: readonly StepResult[],
): NewChildren | undefined {
  if (step?.kind !== 'insert') return undefined
  const rows: Row[] = []
  let key: Record<string, string> | undefined
  for (const row of step.rows) {
    const parts = partsOf(row, at)
    key ??= parts.key
    if (!isSameKey(key, parts.key)) return undefined
    rows.push(parts.values)
  }
  if (!key) return undefined
  const ready = withValues({ ...step, rows }, results)
  return { resource: ready.resource, key, rows: ready.rows }
}

/** The columns of a row that refer to the record that a step inserts, and the other values. */
function partsOf(row: Row, at: number) {
  const key: Record<string, string> = {}
  const values: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Ref && value.step === at) key[name] = value.column
    else values[name] = value
  }
  return { key, values }
}

/** Whether two foreign keys refer to the same columns by the same ones. They refer to something. */
function isSameKey(one: Readonly<Record<string, string>>, other: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(one)
  if (names.length === 0 || names.length !== Object.keys(other).length) return false
  for (const name of names) if (one[name] !== other[name]) return false
  return true
}
