import { type Adapter, type Datamodel, datamodelOf, type StoreFacts } from '@jsonapi-gen/runtime/adapter'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import type { PrismaAdapterOptions } from '@jsonapi-gen/runtime/prisma'
import type { Kysely } from 'kysely'
import type { DatabaseName } from './probe.js'

const URL = Symbol('url')

/** The location at which a client's store can be opened. */
export interface Located {
  readonly name: DatabaseName
  readonly url: string
  /** The number of connections in the pool; default 5. */
  readonly connections?: number
  /** Functions that are called with the SQL text of each query that the other engine sends. */
  readonly onQuery: Set<(sql: string) => void>
  /** The values of a new record, if tests provide the keys of records. */
  readonly filled?: (
    model: string,
    values: Readonly<Record<string, unknown>>,
  ) => Readonly<Record<string, unknown>>
  db?: Kysely<object>
}

/** Creates an adapter of the other engine over a store. */
type Engine = (located: Located, options: PrismaAdapterOptions, facts: StoreFacts) => Adapter

let engine: Engine | undefined

/** The datamodels of the other engine's adapters, by model. */
const datamodels = new Map<string, Datamodel>()

/** Whether tests run on an engine other than Prisma. */
export const isOtherEngine = (): boolean => engine !== undefined

/** The datamodel that contains a model, according to the most recent adapter. */
export function datamodelOfModel(model: string): Datamodel {
  const datamodel = datamodels.get(model)
  if (!datamodel) throw new Error(`No adapter of the other engine has the model ${model}.`)
  return datamodel
}

/** Makes all later adapters over the tests' stores use an engine other than Prisma. */
export function takeEngine(other: Engine): void {
  engine = other
}

/** Records the location of a client's store, so that another engine can open it. */
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

/** Calls a function with the SQL text of every query that the other engine runs on a client's store. */
export function onQueryOf(client: object, listener: (sql: string) => void): void {
  const located = Reflect.get(client, URL) as Located | undefined
  if (engine) located?.onQuery.add(listener)
}

/** An adapter of the other engine over a client's store, if there is one. */
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

/** Closes the other engine over a client's store. */
export async function closeEngine(client: object): Promise<void> {
  await (Reflect.get(client, URL) as Located | undefined)?.db?.destroy()
}

/** Whether an example's resource is stored in a database, on either engine, instead of using the Null adapter. */
export const hasStore = (adapter: Adapter | undefined): boolean =>
  adapter !== undefined && !(adapter instanceof NullAdapter)
