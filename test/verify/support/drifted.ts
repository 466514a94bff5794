import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { sqlOf } from '../../../examples/blog/src/database.js'
import { readFile } from 'node:fs/promises'
import { at } from '../../../scripts/lib/paths.js'
import { type Ended, jsonapiGenHere } from '../../generator/support/cli.js'

/** A project with a small schema, and an SQLite file that a test fills. */
export interface DriftedDatabase {
  readonly folder: string
  readonly file: string
  /** `SQLite 3.45.1` */
  readonly version: string
  /** The SQL of Prisma's migrations. */
  readonly ddl: string
  /** Creates the tables, with a change. */
  create(change?: (ddl: string) => string): void
  run(script: string): void
  verify(...options: readonly string[]): Promise<Ended>
  remove(): Promise<void>
}

interface Sqlite {
  exec(script: string): unknown
  prepare(query: string): { get(): Readonly<Record<string, unknown>> }
  close(): unknown
}

let known: Promise<string> | undefined

/** Creates the project in the repository, where the driver resolves. */
export async function driftedDatabase(): Promise<DriftedDatabase> {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/verify-'))
  await cp(at('test/fixtures/verify'), folder, { recursive: true })
  const datamodel = await readFile(join(folder, 'prisma/schema.prisma'), 'utf8')
  const ddl = await (known ??= sqlOf(datamodel, new PrismaLibSql({ url: ':memory:' })))
  const Database = createRequire(import.meta.url)('libsql') as new (path: string) => Sqlite
  const file = join(folder, 'x.db')
  const database = new Database(file)
  const { version } = database.prepare('SELECT sqlite_version() AS version').get()
  return {
    folder,
    file,
    version: `SQLite ${String(version)}`,
    ddl,
    create: (change = (text) => text) => void database.exec(change(ddl)),
    run: (script) => void database.exec(script),
    verify: (...options) => jsonapiGenHere(['verify', '--database', 'file:x.db', ...options], folder),
    async remove() {
      database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
