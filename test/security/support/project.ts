import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils'
import { inject } from 'vitest'
import { at } from '../../../scripts/lib/paths.js'
import { generateClient } from '../../../scripts/lib/prisma-client.js'
import { type Started, startProject } from '../../create/support/project.js'
import { newProject, write } from '../../docs/guide-project.js'
import { ended, jsonapiGenHere } from '../../generator/support/cli.js'
import { createTables, SERVERS, type Tables } from '../../real/support/tables.js'
import { type DatabaseName, mariadbAdapter } from '../../support/probe.js'

/** A project in the repository, where its imports resolve without an installation. It has its own database. */
export class Project {
  readonly folder: string
  readonly #database: DatabaseName
  readonly #tables: Tables

  private constructor(folder: string, database: DatabaseName, tables: Tables) {
    this.folder = folder
    this.#database = database
    this.#tables = tables
  }

  /**
   * Creates the files that `create` writes, except its schemas. The Prisma schema is written for SQLite. `name` is
   * the name of its client, which is kept between runs.
   */
  static async with(name: string, datamodel: string, database: DatabaseName = 'sqlite'): Promise<Project> {
    await mkdir(at('.tmp'), { recursive: true })
    const folder = await mkdtemp(at('.tmp/security-'))
    await symlink(at('node_modules'), join(folder, 'node_modules'))
    for (const [path, text] of await newProject(database)) {
      if (path !== 'schema.yaml') await write(folder, path, text)
    }
    const provider = PROVIDERS[database]
    const provided = datamodel.replace('provider = "sqlite"', `provider = "${provider}"`)
    await write(folder, 'prisma/schema.prisma', provided)
    const client = at(`test/.generated/${provider}/${name}`)
    await generateClient({ datamodel: provided, output: client })
    await cp(client, join(folder, 'src/prisma'), { recursive: true })
    const place = {
      servers: inject('databases'),
      name: `${inject('run')}_${process.pid}_${name.replaceAll('-', '_')}`,
    }
    return new Project(folder, database, await createTables(provided, provider, place))
  }

  /** Runs the command line, and returns its output. Throws an error if the command fails. */
  async run(...parameters: readonly string[]): Promise<string> {
    const { code, stderr } = await jsonapiGenHere(parameters, this.folder)
    if (code !== 0) throw new Error(stderr)
    return stderr
  }

  /** Compiles the project and starts its server. */
  async start(env: NodeJS.ProcessEnv = {}): Promise<Started> {
    const { code, stdout } = await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], this.folder)
    if (code !== 0) throw new Error(stdout)
    return startProject(this.folder, { DATABASE_URL: this.#tables.url, ...env })
  }

  /** Runs statements in its database, one per line. Names are in double quotes. */
  async execute(sql: string): Promise<void> {
    const store = await this.#factory().connect()
    for (const statement of sql.split(/;$/m).filter((each) => each.trim() !== '')) {
      await store.executeRaw({ sql: this.#quoted(statement), args: [], argTypes: [] })
    }
    await store.dispose()
  }

  /** All rows of some tables, as sorted text. */
  async rows(tables: readonly string[]): Promise<readonly string[]> {
    const store = await this.#factory().connect()
    const found: string[] = []
    for (const table of tables) {
      const sql = this.#quoted(`SELECT * FROM "${table}"`)
      const { rows } = await store.queryRaw({ sql, args: [], argTypes: [] })
      found.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`).toSorted())
    }
    await store.dispose()
    return found
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true, force: true })
    await this.#tables.drop()
  }

  #quoted(sql: string): string {
    return this.#database === 'mariadb' ? sql.replaceAll('"', '`') : sql
  }

  #factory(): SqlDriverAdapterFactory {
    const { url } = this.#tables
    switch (this.#database) {
      case 'sqlite':
        return new PrismaLibSql({ url })
      case 'postgresql':
        return new PrismaPg(url)
      case 'mariadb':
        return mariadbAdapter(url)
    }
  }
}

const PROVIDERS = { sqlite: 'sqlite', postgresql: 'postgresql', mariadb: 'mysql' } as const

/** The available databases, with the servers that are needed to create their tables. */
export const projectDatabases = inject('databases').filter(({ name }) =>
  SERVERS[PROVIDERS[name]].every((wanted) => inject('databases').some((found) => found.name === wanted)),
)
