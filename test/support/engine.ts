import { type Adapter, type Datamodel, datamodelOf, type StoreFacts } from '@jsonapi-gen/runtime/adapter'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import type { PrismaAdapterOptions } from '@jsonapi-gen/runtime/prisma'
import type { Kysely } from 'kysely'
import type { DatabaseName } from './probe.js'

const URL = Symbol('url')

/** Where a client's store is. */
export interface Located {
  readonly name: DatabaseName
  readonly url: string
  /** How many connections the pool has; 5 unless it is given. */
  readonly connections?: number
  /** Each is called with the SQL text of every query of the other engine. */
  readonly onQuery: Set<(sql: string) => void>
  /** The values of a new record, if tests give records their keys. */
  readonly filled?: (
    model: string,
    values: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>
  db?: Kysely<object>
}

/** Makes an adapter of another engine over a store. */
type Engine = (located: Located, options: PrismaAdapterOptions, facts: StoreFacts) => Adapter

let engine: Engine | undefined

/** The datamodels of the adapters of the other engine, by their models. */
const datamodels = new Map<string, Datamodel>()

/** Whether tests run on another engine than Prisma. */
export const isOtherEngine = (): boolean => engine !== undefined

/** The datamodel that has a model, as the adapter that was made last has it. */
export function datamodelOfModel(model: string): Datamodel {
  const datamodel = datamodels.get(model)
  if (!datamodel) throw new Error(`No adapter of the other engine has the model ${model}.`)
  return datamodel
}

/** From now on, adapters over the stores of tests are of another engine than Prisma. */
export function takeEngine(other: Engine): void {
  engine = other
}

/** Notes where the store of a client is, so that another engine can be opened over it. */
export function noteUrl(
  client: object,
  {
    onQuery,
    ...place
  }: Pick<Located, 'name' | 'url' | 'connections' | 'filled'> & { readonly onQuery?: (sql: string) => void },
): void {
  const located: Located = { ...place, onQuery: new Set(onQuery ? [onQuery] : []) }
  Object.defineProperty(client, URL, { value: located })
}

/** Calls a function with the SQL text of every query that the other engine runs on the store of a client. */
export function onQueryOf(client: object, listener: (sql: string) => void): void {
  const located = Reflect.get(client, URL) as Located | undefined
  if (engine) located?.onQuery.add(listener)
}

/** An adapter of the other engine over the store of a client, if there is one. */
export function otherEngine(
  client: object,
  options: PrismaAdapterOptions,
  facts: StoreFacts,
): Adapter | undefined {
  if (!engine) return undefined
  const located = Reflect.get(client, URL) as Located | undefined
  if (!located) throw new Error('Nobody noted where the store of this client is.')
  const datamodel = datamodelOf([facts])
  for (const model of datamodel.models.keys()) datamodels.set(model, datamodel)
  return engine(located, options, facts)
}

/** Closes the other engine over the store of a client. */
export async function closeEngine(client: object): Promise<void> {
  await (Reflect.get(client, URL) as Located | undefined)?.db?.destroy()
}

/** Whether a resource of an example is on a database, on whichever engine, and not on the Null adapter. */
export const hasStore = (adapter: Adapter | undefined): boolean =>
  adapter !== undefined && !(adapter instanceof NullAdapter)
