import type { Kysely } from 'kysely'
import { modelOf } from '@jsonapi-gen/runtime/adapter'
import type { PrismaAdapter } from '@jsonapi-gen/runtime/prisma'
import { datamodelOfModel, isOtherEngine } from './engine.js'
import { adapterResource } from './people.js'
import { narrowed, ordered } from './scopes.js'

type Values = Readonly<Record<string, unknown>>

/**
 * Writes that a test's application makes in a transaction, through the Prisma Client or Kysely. Records are
 * identified by `id`, except in `find`.
 */
export interface Rows {
  create(model: string, values: Values): Promise<object>
  createMany(model: string, rows: readonly Values[]): Promise<void>
  update(model: string, id: number, values: Values): Promise<void>
  destroy(model: string, ids: readonly number[]): Promise<void>
  /** The records that a Prisma condition finds, by id. */
  find(model: string, where: Values): Promise<readonly object[]>
}

/** The client of the open transaction, on either engine. */
export const rowsIn = (adapter: PrismaAdapter): Rows =>
  isOtherEngine() ? onKysely(adapter) : onPrisma(adapter)

function onPrisma({ client }: PrismaAdapter): Rows {
  const of = (model: string): Delegate =>
    Reflect.get(client, model.charAt(0).toLowerCase() + model.slice(1)) as Delegate
  return {
    create: (model, data) => of(model).create({ data }),
    createMany: async (model, data) => void (await of(model).createMany({ data })),
    update: async (model, id, data) => void (await of(model).update({ where: { id }, data })),
    destroy: async (model, ids) => void (await of(model).deleteMany({ where: { id: { in: ids } } })),
    find: (model, where) => of(model).findMany({ where, orderBy: { id: 'asc' } }),
  }
}

interface Delegate {
  create(of: object): Promise<object>
  createMany(of: object): Promise<unknown>
  update(of: object): Promise<unknown>
  deleteMany(of: object): Promise<unknown>
  findMany(of: object): Promise<object[]>
}

function onKysely(adapter: PrismaAdapter): Rows {
  const db = adapter.client as unknown as Kysely<Record<string, Record<string, unknown>>>
  const tableOf = (model: string): string => modelOf(datamodelOfModel(model), model).table.name
  const hasId = (model: string): boolean => modelOf(datamodelOfModel(model), model).columns.has('id')
  const find: Rows['find'] = (model, where) => {
    const found = narrowed(adapter.all(adapterResource(model, model)), where)
    return adapter.read(hasId(model) ? ordered(found, 'id', 'asc') : found)
  }
  return {
    async create(model, values) {
      const insert = db.insertInto(tableOf(model)).values(values)
      const where = hasId(model)
        ? { id: Number((await insert.returning('id').executeTakeFirstOrThrow())['id']) }
        : (await insert.execute(), values)
      const [record] = await find(model, where)
      if (!record) throw new Error(`The new ${model} is not there.`)
      return record
    },
    async createMany(model, rows) {
      await db.insertInto(tableOf(model)).values(rows).execute()
    },
    async update(model, id, values) {
      await db.updateTable(tableOf(model)).set(values).where('id', '=', id).execute()
    },
    async destroy(model, ids) {
      await db.deleteFrom(tableOf(model)).where('id', 'in', ids).execute()
    },
    find,
  }
}
