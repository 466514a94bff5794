import type { AdapterResource } from '../../adapter/adapter-resource.js'
import type { Adapter } from '../../adapter/adapter.js'
import type { AdapterRelation } from '../../adapter/condition.js'
import type { Abilities } from '../../adapter/facts.js'
import {
  NO_SIDE_EFFECTS,
  type Reach,
  type SideEffects,
  type TableEffects,
  UNKNOWN_SIDE_EFFECTS,
} from '../../adapter/side-effects.js'
import type { StoreStep } from '../../adapter/store-step.js'
import { madeOnce, oncePer } from '../../base/made-once.js'
import { joinRecordsOf } from '../../facts/join-records.js'
import { currentRequest } from '../../resource/frame.js'
import type { Done } from '../../resource/request-state.js'

/** The changes of the current request, code that runs without policies included. */
export const currentChanges = (): Changes => changesOf(currentRequest().done)

const changesOf = oncePer((done: Done) => new Changes(done))

/** A moment in a request: how many calls and statements there were before it. */
export interface Moment {
  readonly calls: number
  readonly statements: number
}

/**
 * The actions of a request so far that may have changed records. They determine which records must be read back (rule
 * 11.9).
 */
export class Changes {
  readonly #done: Done
  #statements = 0
  #isTriggered = false
  readonly #effects = new Map<object, SideEffects>()
  /** When rows of a model that already existed were last changed, by store. */
  readonly #changed = new Map<object, Map<unknown, number>>()

  constructor(done: Done) {
    this.#done = done
    done.observer = this
  }

  /** Notes a call of the application that may have changed any record. */
  noteCall(): void {
    this.#done.calls++
  }

  /** Asks a store for its side effects, unless the request has asked before. */
  async learn(adapter: Adapter, resource: AdapterResource): Promise<void> {
    const { store, can } = adapter.facts(resource)
    if (!this.#effects.has(store)) this.#effects.set(store, await sideEffectsIn(adapter, resource, can))
  }

  /** Notes a statement of a write. */
  noteStatement(adapter: Adapter, step: StoreStep): void {
    this.#statements++
    switch (step.kind) {
      case 'insert':
        this.#touch(adapter, step.resource)
        break
      case 'update':
      case 'hold': {
        const { resource } = step
        const { onUpdate } = this.#touch(adapter, resource)
        const columns = step.kind === 'update' ? Object.keys(step.values) : []
        this.#noteChanged(adapter, resource, { models: new Set([resource.model]), isTriggered: false })
        this.#noteChanged(adapter, resource, onUpdate(columns))
        break
      }
      case 'delete':
        this.#noteChanged(adapter, step.resource, this.#touch(adapter, step.resource).onDelete)
        break
      case 'link':
        this.#touchJoin(adapter, step.relation)
        break
      case 'unlink': {
        const effects = this.#touchJoin(adapter, step.relation)
        if (effects) this.#noteChanged(adapter, step.relation.target, effects.onDelete)
        break
      }
      case 'lock':
      case 'sideEffects':
    }
  }

  now(): Moment {
    return { calls: this.#done.calls, statements: this.#statements }
  }

  /** Whether only the statements of writes can have changed anything since that moment, and they had no side effects. */
  isOwnSince({ calls }: Moment): boolean {
    return !this.#isTriggered && calls === this.#done.calls
  }

  /** Whether nothing since that moment can have changed a record of the resource that was there then. */
  isUnchangedSince(moment: Moment, adapter: Adapter, resource: AdapterResource): boolean {
    if (!this.isOwnSince(moment)) return false
    const { store } = adapter.facts(resource)
    return (this.#changed.get(store)?.get(resource.model) ?? 0) <= moment.statements
  }

  /** Notes that a statement runs on a table; returns its effects. */
  #touch(adapter: Adapter, resource: AdapterResource, model: unknown = resource.model): TableEffects {
    const { store } = adapter.facts(resource)
    const effects = (this.#effects.get(store) ?? UNKNOWN_SIDE_EFFECTS).of(model)
    this.#isTriggered ||= effects.isTriggered
    return effects
  }

  /** Notes that a statement runs on the table of a join. Undefined if a foreign key is the link. */
  #touchJoin(adapter: Adapter, { target, join }: AdapterRelation): TableEffects | undefined {
    if (!join) return undefined
    const records = joinRecordsOf(adapter.facts(target).datamodel, String(target.model), join)
    return this.#touch(adapter, target, records?.model ?? records?.name ?? null)
  }

  #noteChanged(adapter: Adapter, resource: AdapterResource, { models, isTriggered }: Reach): void {
    this.#isTriggered ||= isTriggered
    const { store } = adapter.facts(resource)
    const changed = madeOnce(this.#changed, store, () => new Map<unknown, number>())
    for (const model of models) changed.set(model, this.#statements)
  }
}

async function sideEffectsIn(
  adapter: Adapter,
  resource: AdapterResource,
  { reportSideEffects }: Abilities,
): Promise<SideEffects> {
  if (!reportSideEffects) return NO_SIDE_EFFECTS
  const [result] = await adapter.write([{ kind: 'sideEffects', resource }])
  return result?.kind === 'sideEffects' ? result.sideEffects : UNKNOWN_SIDE_EFFECTS
}
