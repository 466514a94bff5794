import { readFile, stat } from 'node:fs/promises'
import { join, posix } from 'node:path'
import type { PlanEntry } from '../plan/plan.js'
import { KEY_MODEL } from '../schema/store.js'
import { firstFile } from './templates.js'

/** The change that adds the model for `createApi({ idempotency })` to a Prisma schema, and the message about it. */
export interface KeyModel {
  readonly entries: readonly PlanEntry[]
  readonly said: string
}

/**
 * Adds the model to a Prisma schema: at the end of its file, or as a separate file in a folder. `models` are the names
 * of the existing models.
 */
export async function keyModel(folder: string, path: string, models: readonly string[]): Promise<KeyModel> {
  if (models.includes(KEY_MODEL)) {
    return { entries: [], said: `${path} already has the model ${KEY_MODEL}` }
  }
  const model = await firstFile('prisma/idempotency.prisma', {})
  if ((await stat(join(folder, path))).isDirectory()) {
    const added = posix.join(path, 'idempotency.prisma')
    return {
      entries: [{ kind: 'create', path: added, owner: 'yours', text: model }],
      said: `wrote ${added}`,
    }
  }
  const before = await readFile(join(folder, path), 'utf8')
  const lines = before.includes('\r\n') ? model.replaceAll('\n', '\r\n') : model
  const end = lines.endsWith('\r\n') ? '\r\n' : '\n'
  const gap = before.endsWith('\n') ? end : end + end
  return {
    entries: [{ kind: 'update', path, reason: 'stale', before, text: before + gap + lines }],
    said: `added the model ${KEY_MODEL} to ${path}`,
  }
}

/** The migration for each supported database. */
const MIGRATIONS = {
  mysql: 'prisma/idempotency.mysql.sql',
  postgresql: 'prisma/idempotency.postgresql.sql',
  sqlite: 'prisma/idempotency.sqlite.sql',
} as const

/**
 * The migration that creates the model's table, as Prisma would write it, for a project that applies its migrations
 * without Prisma's command line (the script `db:migrate`). Undefined for other projects and databases.
 */
export async function keyMigration(
  path: string,
  {
    provider,
    scripts,
    now,
  }: { readonly provider: string | undefined; readonly scripts: readonly string[]; readonly now: Date },
): Promise<KeyModel | undefined> {
  const isKnown = (name: string | undefined): name is keyof typeof MIGRATIONS =>
    name !== undefined && Object.hasOwn(MIGRATIONS, name)
  if (!scripts.includes('db:migrate') || !isKnown(provider)) return undefined
  const stamp = now.toISOString().replaceAll(/\D/g, '').slice(0, 'YYYYMMDDHHMMSS'.length)
  const added = posix.join(posix.dirname(path), 'migrations', `${stamp}_idempotency_key`, 'migration.sql')
  return {
    entries: [
      { kind: 'create', path: added, owner: 'yours', text: await firstFile(MIGRATIONS[provider], {}) },
    ],
    said: `wrote ${added}`,
  }
}
