import { castTo, isObject, memberOf } from './cast.js'
import { createTables } from './create-tables.js'
import { databasesAt } from './databases.js'
import { explore, type Outcome } from './explore.js'
import { ProveFault, reasonOf } from './fault.js'
import { tenantColumn } from './pair.js'
import type { OpenedApi, Proof } from './proof.js'
import type { Settings } from './settings.js'
import { sourcesIn } from './sources.js'
import { type Sql, sqlOf } from './sql.js'
import { type Table, tablesOf } from './tables.js'
import { withoutViews } from './views.js'
import { type World, worldOf } from './world.js'

/** The part of a run that the project's test runner performs. */
export interface Loader {
  /** Freshly imports `prove.ts` and all modules of the application. */
  load(): Promise<unknown>
}

/** Runs a project's `prove.ts`. Throws a ProveFault if it contains a mistake. */
export async function proveProject(settings: Settings, { load }: Loader): Promise<Outcome> {
  const { folder, seed, seconds, rounds, viewer, resource, time, bail } = settings
  const databases = databasesAt(settings.database, folder)
  const before = process.env['DATABASE_URL']
  const fresh = async (): Promise<World> => {
    const database = await databases.create()
    process.env['DATABASE_URL'] = database.url
    const proof = proofFrom(await loaded(load, folder))
    const opened = openedFrom(await opening(proof, database))
    const close = async (): Promise<void> => {
      await opened.close?.()
      await database.drop()
    }
    try {
      const { provider, tables } = tablesOf(opened.registry.values())
      checkFacts(provider, tables.length, databases.provider)
      checkNames(proof, tables)
      for (const client of clientsOf(opened)) {
        const own = sqlOf(client, databases.provider)
        if (own) await database.check(own)
      }
      const sql = clientSql(opened, databases.provider)
      await createTables(proof, { tables, sql, client: opened.client, database, folder })
      return worldOf({ proof, opened, tables: await withoutViews(tables, sql), sql, close })
    } catch (error) {
      await close()
      throw error
    }
  }
  try {
    const world = await fresh()
    const names = Object.keys(world.proof.viewers)
    const types = [...world.opened.registry.keys()]
    await world.close()
    const viewers = viewer === undefined ? names : names.filter((each) => each === viewer)
    if (viewers.length === 0) {
      throw new ProveFault(`--viewer ${viewer}: prove.ts has no such viewer. It has ${names.join(', ')}.`)
    }
    if (resource !== undefined && !types.includes(resource)) {
      throw new ProveFault(
        `--resource ${resource}: the API has no such resource. It has ${types.join(', ')}.`,
      )
    }
    return await explore({
      seed,
      seconds,
      rounds: rounds ?? Number.POSITIVE_INFINITY,
      viewers,
      resource,
      time,
      bail,
      sources: sourcesIn(folder),
      fresh,
    })
  } finally {
    await databases.close()
    if (before === undefined) delete process.env['DATABASE_URL']
    else process.env['DATABASE_URL'] = before
  }
}

function proofFrom(module: unknown): Proof<unknown> {
  const proof = memberOf(module, 'default')
  if (!isObject(proof) || typeof proof['open'] !== 'function') {
    throw new ProveFault(
      'prove.ts must export its proof by default: export default defineProof({ viewers, open }).',
    )
  }
  if (!isObject(proof['viewers']) || Object.keys(proof['viewers']).length === 0) {
    throw new ProveFault(
      'prove.ts has no viewers. Add at least one: viewers: { guest: { user: undefined } }.',
    )
  }
  checkHeaders(proof['viewers'], proof['localsOf'])
  return castTo<Proof<unknown>>(proof)
}

/** With `localsOf`, each viewer is an object with headers. */
function checkHeaders(viewers: Readonly<Record<string, unknown>>, localsOf: unknown): void {
  if (localsOf === undefined) return
  if (typeof localsOf !== 'function') {
    throw new ProveFault('prove.ts: localsOf must be a function: localsOf: (request) => ({ … }).')
  }
  for (const [name, viewer] of Object.entries(viewers)) {
    if (isObject(memberOf(viewer, 'headers'))) continue
    throw new ProveFault(
      `prove.ts: with localsOf, the viewer ${name} must have headers: ${name}: { headers: { authorization: 'Bearer …' } }.`,
    )
  }
}

function clientSql({ client }: OpenedApi<unknown>, provider: string): Sql {
  const sql = sqlOf(client, provider)
  if (sql) return sql
  throw new ProveFault(
    'prove.ts: open() must return the application\'s Prisma Client or Kysely as "client", for example { api, registry, controllers, client: prisma }.',
  )
}

/**
 * The client that `prove.ts` returns, and the clients of the resources, which may differ from it by mistake.
 */
function clientsOf({ client, registry }: OpenedApi<unknown>): ReadonlySet<object> {
  const own = [...registry.values()].map(({ config }) => memberOf(config.adapter, 'client'))
  return new Set([client, ...own.filter(isObject)])
}

/** The module, or the reason why it cannot be loaded, with the line of the project that throws. */
async function loaded(load: Loader['load'], folder: string): Promise<unknown> {
  const { stackTraceLimit } = Error
  // The runtime's own frames may hide the project's frame.
  Error.stackTraceLimit = 50
  try {
    return await load()
  } catch (error) {
    const stack = error instanceof Error ? (error.stack ?? '').split('\n') : []
    const line = stack.find((each) => /^ {4}at /.test(each) && each.includes(folder))
    throw new ProveFault(
      `prove.ts cannot be loaded: ${reasonOf(error)}${line === undefined ? '' : `\n${line}`}`,
      { cause: error },
    )
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

async function opening(
  proof: Proof<unknown>,
  database: Parameters<Proof<unknown>['open']>[0],
): Promise<unknown> {
  try {
    return await proof.open(database)
  } catch (error) {
    throw new ProveFault(`prove.ts: open() throws: ${reasonOf(error)}`, { cause: error })
  }
}

function openedFrom(opened: unknown): OpenedApi<unknown> {
  const missing = ['api', 'registry', 'controllers', 'client'].filter(
    (name) => typeof memberOf(opened, name) !== 'object',
  )
  if (missing.length > 0) {
    throw new ProveFault(
      `prove.ts: open() must also return ${missing.join(', ')}: { api, registry, controllers, client }.`,
    )
  }
  return castTo<OpenedApi<unknown>>(opened)
}

/** Without this check, a misspelled name would silently have no effect. */
function checkNames(proof: Proof<unknown>, tables: readonly Table[]): void {
  const models = new Map(tables.map(({ model, columns }) => [model, columns.map(({ name }) => name)]))
  for (const option of ['sees', 'secrets'] as const) {
    for (const model of Object.keys(proof[option] ?? {})) {
      if (models.has(model)) continue
      throw new ProveFault(
        `prove.ts: ${option} refers to the model ${model}, which does not exist. The models are ${[...models.keys()].join(', ')}.`,
      )
    }
  }
  for (const [model, names] of Object.entries(proof.secrets ?? {})) {
    const missing = names.find((name) => !models.get(model)?.includes(name))
    if (missing === undefined) continue
    throw new ProveFault(
      `prove.ts: secrets refers to the column ${missing}, which ${model} does not have. Its columns are ${models.get(model)?.join(', ')}.`,
    )
  }
  const tenant = tenantColumn(proof)
  if (tenant === undefined || [...models.values()].some((names) => names.includes(tenant))) return
  throw new ProveFault(`prove.ts: tenant refers to the column ${tenant}, which no model has.`)
}

function checkFacts(provider: string | undefined, tables: number, own: string): void {
  if (tables === 0) {
    throw new ProveFault(
      'The resources have no facts about their tables, so no rows can be created. Set the Prisma schema in schema.yaml (prisma: { schema: prisma/schema.prisma }), and run: npx jsonapi-gen generate',
    )
  }
  if (provider === undefined || provider === own) return
  const example =
    provider === 'mysql' ? 'mysql://root@localhost:3306/' : 'postgresql://postgres@localhost:5432/postgres'
  throw new ProveFault(
    own === 'sqlite'
      ? `The datamodel is for ${provider}. Pass a server where databases may be created: npx jsonapi-gen prove --database ${example}`
      : `The datamodel is for ${provider}, but --database is the URL of a ${own} server.`,
  )
}
