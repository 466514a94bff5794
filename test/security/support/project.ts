import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { createTablesOf } from '../../../examples/blog/src/database.js'
import { at } from '../../../scripts/lib/paths.js'
import { generateClient } from '../../../scripts/lib/prisma-client.js'
import { type Started, startProject } from '../../create/support/project.js'
import { newProject, write } from '../../docs/guide-project.js'
import { ended, jsonapiGenHere } from '../../generator/support/cli.js'

/** A project in the repository, where its imports resolve: nothing is installed. Its database is SQLite. */
export class Project {
  readonly folder: string
  readonly #url: string

  private constructor(folder: string) {
    this.folder = folder
    this.#url = `file:${join(folder, 'attacked.db')}`
  }

  /** What `create` writes but for its schemas, with a Prisma schema. `name` is that of its client, which is kept. */
  static async with(name: string, datamodel: string): Promise<Project> {
    await mkdir(at('.tmp'), { recursive: true })
    const folder = await mkdtemp(at('.tmp/security-'))
    await symlink(at('node_modules'), join(folder, 'node_modules'))
    for (const [path, text] of await newProject()) {
      if (path !== 'schema.yaml') await write(folder, path, text)
    }
    await write(folder, 'prisma/schema.prisma', datamodel)
    const client = at(`test/.generated/sqlite/${name}`)
    await generateClient({ datamodel, output: client })
    await cp(client, join(folder, 'src/prisma'), { recursive: true })
    const project = new Project(folder)
    await createTablesOf(datamodel, project.#factory())
    return project
  }

  /** Runs our command line, and returns what it said. What it refuses is an Error. */
  async run(...parameters: readonly string[]): Promise<string> {
    const { code, stderr } = await jsonapiGenHere(parameters, this.folder)
    if (code !== 0) throw new Error(stderr)
    return stderr
  }

  /** Compiles it, and starts its server. */
  async start(env: NodeJS.ProcessEnv = {}): Promise<Started> {
    const { code, stdout } = await ended([at('node_modules/typescript-7/bin/tsc'), '-p', '.'], this.folder)
    if (code !== 0) throw new Error(stdout)
    return startProject(this.folder, { DATABASE_URL: this.#url, ...env })
  }

  /** Runs statements in its database. */
  async execute(sql: string): Promise<void> {
    const store = await this.#factory().connect()
    await store.executeScript(sql)
    await store.dispose()
  }

  /** All rows of some tables, as text. */
  async rows(tables: readonly string[]): Promise<readonly string[]> {
    const store = await this.#factory().connect()
    const found: string[] = []
    for (const table of tables) {
      const { rows } = await store.queryRaw({ sql: `SELECT * FROM "${table}"`, args: [], argTypes: [] })
      found.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`))
    }
    await store.dispose()
    return found
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true })
  }

  #factory(): PrismaLibSql {
    return new PrismaLibSql({ url: this.#url })
  }
}
