import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import type { Model } from '../../../src/prisma/datamodel.js'
import { mariadbAdapter } from '../../support/probe.js'
import type { Provider } from './tables.js'

type Row = Readonly<Record<string, unknown>>

/** The rows of a project's database, which the project's application reads and writes without the API. */
export interface Rows {
  /** Adds a row. */
  create(model: Model, row: Row): Promise<void>
  /** The first row of a model. */
  first(model: Model): Promise<Row | undefined>
  close(): Promise<void>
}

interface Delegate {
  create(parameters: { data: Row }): Promise<Row>
  findFirst(): Promise<Row | null>
}

function adapterFor(provider: Provider, url: string): SqlDriverAdapterFactory {
  switch (provider) {
    case 'sqlite':
      return new PrismaLibSql({ url })
    case 'mysql':
      return mariadbAdapter(url.replace(/^mysql:/, 'mariadb:'))
    case 'postgresql':
      return new PrismaPg({ connectionString: url, max: 1 })
  }
}

/** Opens the compiled Prisma Client of a project. */
export async function openRows(folder: string, provider: Provider, url: string): Promise<Rows> {
  const path = pathToFileURL(join(folder, 'dist/prisma/client.js')).href
  const { PrismaClient } = (await import(/* @vite-ignore */ path)) as {
    PrismaClient: new (options: { adapter: SqlDriverAdapterFactory }) => { $disconnect(): Promise<void> }
  }
  const adapter = adapterFor(provider, url)
  const client = new PrismaClient({ adapter })
  const delegateOf = ({ name }: Model): Delegate =>
    Reflect.get(client, name.charAt(0).toLowerCase() + name.slice(1)) as Delegate
  return {
    async create(model, row) {
      await delegateOf(model).create({ data: row })
    },
    first: async (model) => (await delegateOf(model).findFirst()) ?? undefined,
    close: () => client.$disconnect(),
  }
}
