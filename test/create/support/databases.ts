import { PrismaPg } from '@prisma/adapter-pg'
import { inject } from 'vitest'
import { DATABASES, type Database } from '../../../create/src/choices.js'
import { mariadbAdapter } from '../../support/probe.js'

/** An available database where projects can be created. */
export interface Place {
  readonly database: Database
  /** The URL of an empty database, and a function that removes it and its test database. */
  empty(name: string): Promise<{ readonly url: string; drop(): Promise<void> }>
}

/** SQLite, and the servers that respond. */
export const PLACES: readonly Place[] = DATABASES.flatMap((database): readonly Place[] => {
  if (database === 'sqlite') {
    const url = 'file:./prisma/dev.db'
    return [{ database, empty: () => Promise.resolve({ url, drop: () => Promise.resolve() }) }]
  }
  const server = inject('databases').find(({ name }) => name === database)
  return server === undefined ? [] : [{ database, empty: (name) => emptyOn(server.url, name) }]
})

async function emptyOn(server: string, name: string): ReturnType<Place['empty']> {
  const url = new URL(server)
  if (url.protocol === 'mariadb:') url.href = url.href.replace('mariadb:', 'mysql:')
  url.pathname = `/${name}`
  const drop = () =>
    execute(server, [`DROP DATABASE IF EXISTS ${name}`, `DROP DATABASE IF EXISTS ${name}_test`])
  await drop()
  await execute(server, [`CREATE DATABASE ${name}`])
  return { url: url.href, drop }
}

async function execute(server: string, statements: readonly string[]): Promise<void> {
  const factory = server.startsWith('mariadb:') ? mariadbAdapter(server) : new PrismaPg(server)
  const connection = await factory.connect()
  try {
    for (const sql of statements) await connection.executeRaw({ sql, args: [], argTypes: [] })
  } finally {
    await connection.dispose()
  }
}
