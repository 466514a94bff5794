import type { AdapterFacts, AdapterResource, StepResult, StoreStep } from '@jsonapi-gen/runtime/adapter'
import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { isInTransaction } from '../../../runtime/src/adapter/current-transaction.js'
import { adapterResource } from '../../support/people.js'
import { WritingMemoryAdapter } from '../../adapter/memory/writing.js'

/** What writes several records at once. */
export type Batch = 'family' | 'insert' | 'update' | 'delete' | 'link' | 'unlink'

/** A store is the same for all of its resources. */
const NO_RESOURCE = adapterResource('tags', 'Tag')

/** Calls what a write begins anew with, at the beginning of each of its transactions. */
interface Beginning {
  onBegin: () => void
}

/** Writes in batches, and counts those that have succeeded. */
export class BatchingAdapter extends PrismaAdapter implements Beginning {
  onBegin: () => void = () => {}
  readonly done: Record<Batch, number> = {
    family: 0,
    insert: 0,
    update: 0,
    delete: 0,
    link: 0,
    unlink: 0,
  }
  /** How often it was read. */
  reads = 0

  /** It looks at children too. */
  override facts(resource: AdapterResource): AdapterFacts {
    return { ...super.facts(resource), insertsChildren: true }
  }

  override read(...given: Parameters<PrismaAdapter['read']>): Promise<object[]> {
    this.reads++
    return super.read(...given)
  }

  override transaction<Result>(...given: Parameters<typeof this.begin<Result>>): Promise<Result> {
    if (!isInTransaction(this.facts(NO_RESOURCE).store)) this.onBegin()
    return this.begin(...given)
  }
  begin<Result>(
    block: () => Promise<Result>,
    needs?: Parameters<PrismaAdapter['transaction']>[1],
  ): Promise<Result> {
    return super.transaction(block, needs)
  }

  override async write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
    const results = await super.write(steps)
    for (const [at, step] of steps.entries()) {
      const batch = batchOf(step)
      if (batch && results[at]?.kind !== 'oneByOne') this.done[batch]++
    }
    return results
  }
}

/** What a step writes of several records; undefined where it is about one. */
function batchOf(step: StoreStep): Batch | undefined {
  switch (step.kind) {
    case 'insert':
      return step.children || step.links ? 'family' : step.rows.length > 1 ? step.kind : undefined
    case 'update':
    case 'delete':
      return step.keys.length > 1 ? step.kind : undefined
    case 'link':
    case 'unlink':
      return step.children.length > 1 ? step.kind : undefined
    case 'hold':
    case 'lock':
      return undefined
  }
}

/** Says that its writes return no records, so that every answer is read back. */
export class ReadingBackAdapter extends BatchingAdapter {
  override facts(resource: AdapterResource): AdapterFacts {
    return { ...super.facts(resource), returnsRecords: false }
  }
}

/** Refuses every batch: a write falls to single steps then. */
export class SteppingAdapter extends PrismaAdapter implements Beginning {
  onBegin: () => void = () => {}

  override transaction<Result>(...given: Parameters<typeof this.begin<Result>>): Promise<Result> {
    if (!isInTransaction(this.facts(NO_RESOURCE).store)) this.onBegin()
    return this.begin(...given)
  }
  begin<Result>(
    block: () => Promise<Result>,
    needs?: Parameters<PrismaAdapter['transaction']>[1],
  ): Promise<Result> {
    return super.transaction(block, needs)
  }

  override async write(steps: readonly StoreStep[]): Promise<readonly StepResult[]> {
    if (steps.some(batchOf)) throw new Error('Records are written one by one here.')
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
