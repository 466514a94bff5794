import type { AdapterResource } from '../adapter/adapter-resource.js'
import type { Adapter } from '../adapter/adapter.js'
import type { AdapterRelation } from '../adapter/condition.js'
import { type Reach, type SideEffects, UNKNOWN_SIDE_EFFECTS } from '../adapter/side-effects.js'
import type { StoreStep } from '../adapter/store-step.js'
import { madeOnce } from '../base/made-once.js'

/** A moment in a request: how many calls and statements there were before it. */
export interface Moment {
  readonly calls: number
  readonly statements: number
}

/**
 * What a request has done so far that may have changed records: it tells which of them have to be read back (rule 11.9).
 */
export class Changes {
  #calls = 0
  #statements = 0
  #isTriggered = false
  readonly #effects = new Map<object, SideEffects>()
  /** When rows of a model that already existed were last changed, by store. */
  readonly #changed = new Map<object, Map<unknown, number>>()

  /** Notes a call of the application that may have changed any record. */
  noteCall(): void {
    this.#calls++
  }

  /** Asks a store for its side effects, unless the request has asked before. */
  async learn(adapter: Adapter, resource: AdapterResource): Promise<void> {
    const { store, sideEffects } = adapter.facts(resource)
    if (!this.#effects.has(store)) this.#effects.set(store, await sideEffects())
  }

  /** Notes a statement of the write. */
  noteStatement(adapter: Adapter, step: StoreStep): void {
    const statement = ++this.#statements
    const storeOf = (resource: AdapterResource): object => adapter.facts(resource).store
    const effectsOf = (resource: AdapterResource, model: unknown) =>
      (this.#effects.get(storeOf(resource)) ?? UNKNOWN_SIDE_EFFECTS).of(model)
    const note = (resource: AdapterResource, { models, isTriggered }: Reach): void => {
      this.#isTriggered ||= isTriggered
      for (const model of models) {
        madeOnce(this.#changed, storeOf(resource), () => new Map<unknown, number>()).set(model, statement)
      }
    }
    const touch = (resource: AdapterResource, model: unknown): void => {
      this.#isTriggered ||= effectsOf(resource, model).isTriggered
    }
    const touchJoin = ({ target, join }: AdapterRelation): unknown => {
      const records = join && adapter.facts(target).joinRecords(join)
      const model = typeof records === 'object' ? (records.model ?? records.name) : undefined
      if (join) touch(target, model)
      return model
    }
    switch (step.kind) {
      case 'insert':
        touch(step.resource, step.resource.model)
        if (step.children) touch(step.children.resource, step.children.resource.model)
        for (const { relation } of step.links ?? []) touchJoin(relation)
        break
      case 'update':
      case 'hold': {
        const { resource } = step
        touch(resource, resource.model)
        note(resource, { models: new Set([resource.model]), isTriggered: false })
        const columns = step.kind === 'update' ? Object.keys(step.values) : []
        note(resource, effectsOf(resource, resource.model).onUpdate(columns))
        break
      }
      case 'delete': {
        const { resource } = step
        touch(resource, resource.model)
        note(resource, effectsOf(resource, resource.model).onDelete)
        break
      }
      case 'link':
        touchJoin(step.relation)
        break
      case 'unlink': {
        const { target } = step.relation
        const model = touchJoin(step.relation)
        if (step.relation.join) note(target, effectsOf(target, model).onDelete)
        break
      }
      case 'lock':
    }
  }

  now(): Moment {
    return { calls: this.#calls, statements: this.#statements }
  }

  /** Whether only the statements of writes can have changed anything since that moment, and they had no side effects. */
  isOwnSince({ calls }: Moment): boolean {
    return !this.#isTriggered && calls === this.#calls
  }

  /** Whether nothing since that moment can have changed a record of the resource that was there then. */
  isUnchangedSince(moment: Moment, adapter: Adapter, resource: AdapterResource): boolean {
    if (!this.isOwnSince(moment)) return false
    const { store } = adapter.facts(resource)
    return (this.#changed.get(store)?.get(resource.model) ?? 0) <= moment.statements
  }
}
