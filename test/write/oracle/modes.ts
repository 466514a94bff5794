import {
  Adapter,
  type Abilities,
  type AdapterFacts,
  type AdapterResource,
  type StepResult,
  type StoreStep,
} from '@jsonapi-gen/runtime/adapter'
import { isInTransaction } from '../../../runtime/src/adapter/transaction/current-transaction.js'
import { adapterResource } from '../../support/people.js'
import { WritingMemoryAdapter } from '../../adapter/memory/writing.js'

/** The kinds of steps that write several records together. */
export type Batch = 'segment' | 'insert' | 'update' | 'delete' | 'link' | 'unlink'

/** Any resource will do: only the store matters, and all resources share it. */
const NO_RESOURCE: AdapterResource = { ...adapterResource('tags', 'Tag'), model: undefined }

/** Calls a function at the beginning of each transaction, because a write that is retried starts again. */
interface Beginning {
  onBegin: () => void
}

/** Delegates to an adapter of either engine. */
export class PlainAdapter extends Adapter implements Beginning {
  onBegin: () => void = () => {}
  readonly inner: Adapter
  readonly #facts = new WeakMap<AdapterResource, AdapterFacts>()

  constructor(inner: Adapter) {
    super()
    this.inner = inner
  }

  facts(resource: AdapterResource): AdapterFacts {
    const facts = this.#facts.get(resource) ?? this.#changed(this.inner.facts(resource))
    this.#facts.set(resource, facts)
    return facts
  }
  #changed(facts: AdapterFacts): AdapterFacts {
    return { ...facts, can: { ...facts.can, ...this.abilities } }
  }
  get abilities(): Partial<Abilities> {
    return {}
  }

  all(...given: Parameters<Adapter['all']>): unknown {
    return this.inner.all(...given)
  }
  narrow(...given: Parameters<Adapter['narrow']>): unknown {
    return this.inner.narrow(...given)
  }
  arrange(...given: Parameters<Adapter['arrange']>): unknown {
    return this.inner.arrange(...given)
  }
  conditionOf(...given: Parameters<Adapter['conditionOf']>): ReturnType<Adapter['conditionOf']> {
    return this.inner.conditionOf(...given)
  }
  read(...given: Parameters<Adapter['read']>): Promise<object[]> {
    return this.inner.read(...given)
  }
  stats(...given: Parameters<Adapter['stats']>): Promise<unknown[]> {
    return this.inner.stats(...given)
  }
  write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
    return this.inner.write(steps)
  }
  transaction<Result>(
    block: () => Promise<Result>,
    needs: Parameters<Adapter['transaction']>[1],
  ): Promise<Result> {
    if (!isInTransaction(this.facts(NO_RESOURCE).store)) this.onBegin()
    return this.inner.transaction(block, needs)
  }
  faultOf(...given: Parameters<Adapter['faultOf']>): ReturnType<Adapter['faultOf']> {
    return this.inner.faultOf(...given)
  }
  describe(...given: Parameters<Adapter['describe']>): unknown {
    return this.inner.describe(...given)
  }
}

/** Writes in batches, and counts the successful ones. */
export class BatchingAdapter extends PlainAdapter {
  readonly done: Record<Batch, number> = {
    segment: 0,
    insert: 0,
    update: 0,
    delete: 0,
    link: 0,
    unlink: 0,
  }
  reads = 0

  override read(...given: Parameters<Adapter['read']>): Promise<object[]> {
    this.reads++
    return super.read(...given)
  }

  override async write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
    const results = await super.write(steps)
    if (steps.length > 1) this.done.segment++
    for (const [at, step] of steps.entries()) {
      const batch = batchOf(step)
      if (batch && results[at]) this.done[batch]++
    }
    return results
  }
}

/** The kind of a step that writes several records, or undefined if it writes one. */
function batchOf(step: StoreStep): Batch | undefined {
  switch (step.kind) {
    case 'insert':
      return step.rows.length > 1 ? step.kind : undefined
    case 'update':
    case 'delete':
      return step.keys.length > 1 ? step.kind : undefined
    case 'link':
    case 'unlink':
      return step.children.length > 1 ? step.kind : undefined
    case 'hold':
    case 'lock':
    case 'sideEffects':
      return undefined
  }
}

/**
 * Declares that its writes return no records, and find none by their keys, so that records are read before and after
 * every write.
 */
export class ReadingBackAdapter extends BatchingAdapter {
  override get abilities(): Partial<Abilities> {
    return { returnRecords: false, findByKey: false }
  }
}

/** Rejects every batch, so that writes use single steps. */
export class SteppingAdapter extends PlainAdapter {
  override async write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
    if (steps.length > 1 || steps.some(batchOf)) throw new Error('Records are written one by one here.')
    return super.write(steps)
  }
}

/** Writes in memory, one record at a time. */
export class RememberingAdapter extends WritingMemoryAdapter implements Beginning {
  onBegin: () => void = () => {}

  override transaction<Result>(block: () => Promise<Result>): Promise<Result> {
    if (!isInTransaction(this.facts(NO_RESOURCE).store)) this.onBegin()
    return super.transaction(block)
  }
}
