import { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { WritingMemoryAdapter } from '../../adapter/memory/writing.js'

/** What writes several records at once. */
export type Batch = 'createAll' | 'updateAll' | 'destroyAll' | 'associateAll' | 'disassociateAll'

/** Calls what a write begins anew with, at the beginning of each of its transactions. */
interface Beginning {
  onBegin: () => void
}

/** Writes in batches, and counts those that have succeeded. */
export class BatchingAdapter extends PrismaAdapter implements Beginning {
  onBegin: () => void = () => {}
  readonly done: Record<Batch, number> = {
    createAll: 0,
    updateAll: 0,
    destroyAll: 0,
    associateAll: 0,
    disassociateAll: 0,
  }

  override transaction<Result>(...given: Parameters<typeof this.begin<Result>>): Promise<Result> {
    if (!this.inTransaction) this.onBegin()
    return this.begin(...given)
  }
  begin<Result>(
    block: () => Promise<Result>,
    needs?: Parameters<PrismaAdapter['transaction']>[1],
  ): Promise<Result> {
    return super.transaction(block, needs)
  }

  override async createAll(...given: Parameters<PrismaAdapter['createAll']>) {
    const records = await super.createAll(...given)
    if (records) this.done.createAll++
    return records
  }
  override async updateAll(...given: Parameters<PrismaAdapter['updateAll']>) {
    await super.updateAll(...given)
    this.done.updateAll++
  }
  override async destroyAll(...given: Parameters<PrismaAdapter['destroyAll']>) {
    await super.destroyAll(...given)
    this.done.destroyAll++
  }
  override async associateAll(...given: Parameters<PrismaAdapter['associateAll']>) {
    await super.associateAll(...given)
    this.done.associateAll++
  }
  override async disassociateAll(...given: Parameters<PrismaAdapter['disassociateAll']>) {
    await super.disassociateAll(...given)
    this.done.disassociateAll++
  }
}

/** Refuses every batch: a write falls to single steps then. */
export class SteppingAdapter extends PrismaAdapter implements Beginning {
  onBegin: () => void = () => {}

  override transaction<Result>(...given: Parameters<typeof this.begin<Result>>): Promise<Result> {
    if (!this.inTransaction) this.onBegin()
    return this.begin(...given)
  }
  begin<Result>(
    block: () => Promise<Result>,
    needs?: Parameters<PrismaAdapter['transaction']>[1],
  ): Promise<Result> {
    return super.transaction(block, needs)
  }

  override createAll(): Promise<never> {
    return refused()
  }
  override updateAll(): Promise<never> {
    return refused()
  }
  override destroyAll(): Promise<never> {
    return refused()
  }
  override associateAll(): Promise<never> {
    return refused()
  }
  override disassociateAll(): Promise<never> {
    return refused()
  }
}

const refused = (): Promise<never> => Promise.reject(new Error('Records are written one by one here.'))

/** Writes in memory, one record at a time. */
export class RememberingAdapter extends WritingMemoryAdapter implements Beginning {
  onBegin: () => void = () => {}

  override transaction<Result>(block: () => Promise<Result>): Promise<Result> {
    if (!this.inTransaction) this.onBegin()
    return super.transaction(block)
  }
}
