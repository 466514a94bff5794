import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import type { Rows } from '../../adapter/memory/tables.js'
import { ATOMIC_MEDIA_TYPE } from '../../operations/support/operate.js'
import { EditorController } from '../support/controller.js'
import type { Answer } from '../support/send.js'
import { type Served, serveWrites } from '../support/serve.js'
import type { Domain } from './domain.js'
import { Labels } from './labels.js'
import type { WriteRequest } from './requests.js'
import { type Notes, type Watch, watched } from './watchers.js'
import type { World } from './world.js'

/** The outcome of a request, which is compared. */
export interface Verdict {
  readonly answer: Answer
  /** The changed rows. */
  readonly changes: readonly string[]
  /** The notes of the watchers, sorted. */
  readonly notes: readonly unknown[]
}

/** One way of writing, with its own store. */
export interface Store {
  readonly adapter: Adapter & { onBegin: () => void }
  /** Restores the rows of the domain. */
  restore(): Promise<void>
  rows(): Promise<Rows>
}

/** Sends requests to an API with one way of writing, and returns the outcome of each. */
export class Judge {
  readonly #domain: Domain
  readonly #world: World
  readonly #store: Store
  readonly #notes: Notes = []
  readonly #served = new Map<string, Served>()

  constructor(domain: Domain, world: World, store: Store) {
    this.#domain = domain
    this.#world = world
    this.#store = store
    store.adapter.onBegin = () => void this.#notes.splice(0)
  }

  async judge({ method, path, body, headers }: WriteRequest, watches: readonly Watch[]): Promise<Verdict> {
    this.#notes.splice(0)
    const type =
      path === '/operations' ? { 'content-type': ATOMIC_MEDIA_TYPE, accept: ATOMIC_MEDIA_TYPE } : {}
    const answer = await this.#servedWith(watches).send(method, path, body, { ...headers, ...type })
    const rows = await this.#store.rows()
    const labels = new Labels(this.#world, rows)
    const changes = labels.changes()
    if (changes.length > 0) await this.#store.restore()
    const isRefused = answer.status >= 400
    if (isRefused && changes.length > 0) throw new Error(`${answer.status}, and rows were written.`)
    const told = ({ type: of, operation, columns }: Notes[number]): unknown => {
      const model = String(this.#world.resource(of).model)
      return [of, operation, labels.document(labels.columns(model, columns)), Object.keys(columns).length]
    }
    return {
      answer: {
        ...answer,
        body: labels.document(answer.body),
        ...(answer.location !== undefined && { location: String(labels.document(answer.location)) }),
      },
      changes,
      notes: isRefused ? [] : this.#notes.map((note) => JSON.stringify(told(note))).toSorted(),
    }
  }

  #servedWith(watches: readonly Watch[]): Served {
    const key = JSON.stringify(watches)
    const known = this.#served.get(key)
    if (known) return known
    const resources = watched(this.#domain.resources(this.#store.adapter), watches, this.#notes)
    const served = serveWrites(resources, {
      controller: EditorController,
      operations: true,
      answerErrors: true,
    })
    this.#served.set(key, served)
    return served
  }
}

/**
 * The same outcome with sorted errors, because for an error about several columns, stores name them in different
 * orders.
 */
export function sortedErrors({ answer, ...others }: Verdict): Verdict {
  const { errors, ...members } = Object(answer.body)
  if (!Array.isArray(errors)) return { answer, ...others }
  const texts = errors.map((error) => JSON.stringify(error)).toSorted()
  return {
    answer: { ...answer, body: { ...members, errors: texts.map((text) => JSON.parse(text)) } },
    ...others,
  }
}
