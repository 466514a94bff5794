import { Ref } from '../../adapter/rows/refs.js'
import type { Values, WriteStep } from '../../adapter/store-step.js'
import { memberOf } from '../../base/cast.js'
import { groupedBy } from '../../base/grouped-by.js'
import { type CompiledResource, keyOfRecord } from '../../resource/compile.js'
import { relationIn } from '../../resource/relations.js'
import { byColumns } from '../../resource/wire-names.js'
import { type Link, type LinkStep, type Row, type RowsStep, type Step } from '../plan/step.js'
import { watchersOf } from '../plan/watchers.js'
import type { WriteNode } from '../request/node.js'
import type { Moment } from '../session/changes.js'
import { noteWritten } from '../session/fresh-records.js'
import type { Session } from '../session/session.js'
import { asBatch } from '../unit/repeat.js'
import { changeLinks, noteLinked } from './link-pairs.js'
import { refusesNull } from './null-keys.js'
import {
  attributesOf,
  existingOf,
  parentOf,
  type ReadyRow,
  readyRows,
  recordOf,
  valuesOfLink,
} from './row-columns.js'
import { storeCall } from './store-call.js'
import { createdRecords, writeSteps } from './write-step.js'

/** A step of a segment, and what to note once it has run. */
interface Part {
  readonly step: WriteStep
  /** @param records the records that an insert has created */
  readonly note: (records: readonly object[], at: Moment) => void
  /** The row of a step that inserts one record: alone, it is written by `create` of its resource. */
  readonly single?: ReadyRow | undefined
}

/**
 * The steps that a write has collected for one call of `Adapter.write`. A step joins the segment if no code of the
 * application must run before it or see its records. Values of records that the segment inserts are refs.
 */
export class Segment {
  readonly #session: Session
  #resource: CompiledResource | undefined
  #parts: Part[] = []
  /** The links to make in memory once the records are written. */
  #inMemory: LinkStep[] = []
  /** The records that the segment writes. Those that it inserts have the index of their step and of their row. */
  #written = new Map<WriteNode, readonly [step: number, row: number] | undefined>()

  constructor(session: Session) {
    this.#session = session
  }

  /** Adds a step, if it can be sent together with those before it. */
  takes(step: Step): boolean {
    if (!this.#session.inBatches) return false
    switch (step.kind) {
      case 'insert':
        return this.#takesInsert(step)
      case 'update':
        return this.#takesUpdate(step)
      case 'delete':
        return this.#takesDelete(step)
      case 'link':
        return this.#takesLinks(step)
      case 'keep':
      case 'unlink':
      case 'call':
        return false
    }
  }

  /**
   * Sends the steps to the store, and notes the written records.
   *
   * Throws Repeat if the store refuses several steps together, and any other error of the store.
   */
  async send(): Promise<void> {
    const session = this.#session
    const parts = this.#parts
    const inMemory = this.#inMemory
    const resource = this.#resource
    const [first, ...others] = parts
    if (!resource || !first) return
    this.#parts = []
    this.#inMemory = []
    this.#written = new Map()
    if (first.single && others.length === 0) await insertOne(session, first.single)
    else await this.#sendParts(resource, parts)
    for (const step of inMemory) await changeLinks(session, step)
  }

  async #sendParts(resource: CompiledResource, parts: readonly Part[]): Promise<void> {
    const session = this.#session
    const { calls, statements } = session.changes.now()
    const steps = parts.map(({ step }) => step)
    const created = await asBatch(resource.adapter(), async () =>
      (await writeSteps(resource, steps)).map((result, at) => createdRecords(resource, steps[at], result)),
    )
    for (const [at, { note }] of parts.entries()) {
      note(created[at] ?? [], { calls, statements: statements + at + 1 })
    }
  }

  #takesInsert({ resource, rows }: RowsStep): boolean {
    if (resource.model === undefined || watchersOf(resource).overrides.create) return false
    if (!this.#isOfStore(resource)) return false
    const pending = new Map<Row, Values>()
    for (const row of rows) {
      if (!this.#refersTo(row)) continue
      const columns = this.#columnsWithRefs(row)
      if (!columns) return false
      pending.set(row, columns)
    }
    const ready = rows.flatMap((row) => {
      const columns = pending.get(row)
      return columns ? [{ row, columns }] : readyRows(this.#session, [row])
    })
    const [single, ...others] = ready
    if (!single) return true
    for (const [at, { row }] of ready.entries()) this.#written.set(row.node, [this.#parts.length, at])
    this.#add(resource, {
      step: { kind: 'insert', resource, rows: ready.map(({ columns }) => columns) },
      single: others.length === 0 && pending.size === 0 ? single : undefined,
      note: (records, at) => {
        for (const [index, record] of records.entries()) {
          const row = ready[index]?.row
          if (!row) continue
          if (pending.has(row)) noteLinks(this.#session, row)
          noteWritten(this.#session, row.node, 'create', record, at)
        }
      },
    })
    return true
  }

  /** Adds a step that gives several records the same link. */
  #takesUpdate({ resource, rows }: RowsStep): boolean {
    if (rows.length < 2 || !this.#isOfStore(resource)) return false
    if (rows.some((row) => this.#written.has(row.node) || this.#refersTo(row))) return false
    const ready = readyRows(this.#session, rows)
    const [one] = ready
    if (!one) return true
    const values = withoutKey(one)
    const records = ready.map(({ row }) => recordOf(this.#session, row.node) ?? {})
    const keys = records.map((record) => keyOfRecord(resource, record))
    for (const { row } of ready) this.#written.set(row.node, undefined)
    this.#add(resource, {
      step: { kind: 'update', resource, keys, values },
      note: () => {
        for (const [index, { row }] of ready.entries()) {
          const record = Object.assign(records[index] ?? {}, values)
          noteWritten(this.#session, row.node, 'update', record)
        }
      },
    })
    return true
  }

  #takesDelete({ resource, rows }: Extract<Step, { readonly kind: 'delete' }>): boolean {
    if (rows.length < 2 || !this.#isOfStore(resource)) return false
    if (rows.some(({ node }) => this.#written.has(node))) return false
    const records = rows.map(({ node }) => existingOf(this.#session, node))
    const keys = records.map((record) => keyOfRecord(resource, record))
    for (const { node } of rows) this.#written.set(node, undefined)
    this.#add(resource, {
      step: { kind: 'delete', resource, keys },
      note: () => {
        for (const [index, { node }] of rows.entries()) {
          noteWritten(this.#session, node, 'destroy', records[index] ?? {})
        }
      },
    })
    return true
  }

  /** Adds the links of records that the segment inserts to records that it leaves alone. */
  #takesLinks(step: LinkStep): boolean {
    const [first] = step.pairs
    if (!first || this.#parts.length === 0) return false
    if (step.isInMemory) {
      this.#inMemory.push(step)
      return true
    }
    const { resource } = first.parent
    const relation = relationIn(step.relationship.declared)
    if (watchersOf(resource).overrides.associate || !this.#isOfStore(resource)) return false
    const children = step.pairs.map(({ parent, child }) =>
      this.#written.get(parent) && !this.#written.has(child) ? this.#session.of(child).saved : undefined,
    )
    if (children.includes(undefined)) return false
    const pairs = step.pairs.map((pair, at) => ({ ...pair, record: children[at] ?? {} }))
    for (const [parent, ofParent] of groupedBy(pairs, (pair) => pair.parent)) {
      this.#add(resource, {
        step: {
          kind: 'link',
          relation,
          parent: this.#refsTo(parent, [...relation.pairs.owner, ...resource.primaryKey]),
          children: ofParent.map(({ record }) => record),
        },
        note: () => noteLinked(this.#session, { ...step, pairs: ofParent }),
      })
    }
    return true
  }

  #add(resource: CompiledResource, part: Part): void {
    if (this.#parts.length === 0) this.#resource = resource
    this.#parts.push(part)
  }

  /** Whether one adapter can write the resource together with what is collected. */
  #isOfStore(resource: CompiledResource): boolean {
    const own = this.#resource
    if (this.#parts.length === 0 || !own) return true
    return own.facts().store === resource.facts().store && own.adapter().write === resource.adapter().write
  }

  #refersTo({ parents, relatives }: Row): boolean {
    for (const { refs } of [...parents, ...relatives]) {
      for (const column in refs) {
        const ref = refs[column]
        if (ref && this.#written.has(ref.node)) return true
      }
    }
    return false
  }

  /**
   * The values of a row that refers to records of the segment. Undefined if two values are for one column: whether they
   * agree is known only once the records are written.
   */
  #columnsWithRefs({ node, parents, relatives, isWritten }: Row): Values | undefined {
    const session = this.#session
    if (isWritten || session.of(node).given) return undefined
    const columns: Record<string, unknown> = { ...byColumns(node.resource, attributesOf(session, node)) }
    for (const link of [...parents, ...relatives]) {
      const values = link.unlinks ? undefined : this.#valuesOf(link)
      for (const column in values) {
        if (Object.hasOwn(columns, column)) return undefined
        columns[column] = values[column]
      }
      if (!values) return undefined
    }
    return columns
  }

  /** The values of a link, some of them refs. Undefined if a record is not written, or if its key is null. */
  #valuesOf({ values, refs }: Link): Values | undefined {
    const found: Record<string, unknown> = { ...values }
    for (const [column, ref] of Object.entries(refs)) {
      const place = this.#written.get(ref.node)
      const record = this.#session.of(ref.node).saved
      const value = place ? new Ref(...place, ref.column) : record && memberOf(record, ref.column)
      if ((value ?? null) === null) return undefined
      found[column] = value
    }
    return found
  }

  #refsTo(node: WriteNode, columns: readonly string[]): Values {
    const place = this.#written.get(node)
    const refs: Record<string, Ref> = {}
    if (place) for (const column of columns) refs[column] = new Ref(...place, column)
    return refs
  }
}

/** Creates one record by `create` of its resource. */
export async function insertOne(session: Session, { row, columns }: ReadyRow): Promise<void> {
  const parent = parentOf(session, row)
  await storeCall(session, row.node, 'create', (instance) => instance.create(columns, parent))
}

/** The columns of a row without those that identify the record. */
const withoutKey = ({ row, columns }: ReadyRow): Values =>
  Object.fromEntries(
    Object.entries(columns).filter(([column]) => !row.node.resource.primaryKey.includes(column)),
  )

/** Notes the links of a row, now that the records that it refers to are written. */
function noteLinks(session: Session, { node, parents, relatives }: Row): void {
  let links: Values = {}
  for (const link of [...parents, ...relatives]) {
    const values = valuesOfLink(session, link, node) ?? {}
    refusesNull(session, link, values)
    if (parents.includes(link)) links = { ...links, ...values }
  }
  session.of(node).links = links
}
