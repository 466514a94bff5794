import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CreatedTrigger } from './compare-triggers.js'
import type { Connection } from './connection.js'
import type { Database } from './database.js'
import { doubleQuoted, literal } from './dialect/sql.js'
import type { Finding, Fix } from './finding.js'
import { textOf } from './unknown.js'

/** The migrations in a folder, in the order in which they are applied. */
export interface Migrations {
  /** The path as a user in the project would type it. */
  readonly folder: string
  readonly list: readonly { readonly name: string; readonly text: string }[]
}

/** A row of the table where Prisma and `db:migrate` record the migrations. */
export interface Noted {
  readonly name: string
  readonly checksum: string
  readonly isFinished: boolean
}

/** Reads the migrations in the first existing folder; undefined if none of the folders exists. */
export async function readMigrations(
  folders: readonly string[],
  shown: (path: string) => string,
): Promise<Migrations | undefined> {
  for (const folder of folders) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    const names = entries
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name)
      .toSorted()
    const read = await Promise.all(
      names.map(async (name) => {
        const path = join(folder, name, 'migration.sql')
        const isFile = await stat(path).then(
          (found) => found.isFile(),
          () => false,
        )
        return isFile ? [{ name, text: await readFile(path, 'utf8') }] : []
      }),
    )
    const list = read.flat()
    if (list.length > 0) return { folder: shown(folder), list }
  }
  return undefined
}

const LIST = '_prisma_migrations'

/** Reads which migrations the database records as applied; undefined if it has no such record. */
export async function readNoted(
  { rows, provider }: Connection,
  { tables, home }: Database,
): Promise<readonly Noted[] | undefined> {
  const table = tables.find(({ name, schema }) => name === LIST && schema === home)
  if (!table) return undefined
  const found = await rows(
    `SELECT migration_name AS name, checksum, finished_at AS finished FROM ${listIn({ provider, home })} WHERE rolled_back_at IS NULL ORDER BY migration_name`,
  )
  return found.map((row) => ({
    name: textOf(row['name']),
    checksum: textOf(row['checksum']),
    isFinished: row['finished'] !== null,
  }))
}

const listIn = ({ provider, home }: Pick<Database, 'provider' | 'home'>): string =>
  provider === 'postgresql' ? `${doubleQuoted(home)}.${LIST}` : LIST

/** Records that a failed migration is undone. Without Prisma, SQL does what Prisma's command does. */
export const rollBackFix = (name: string, database: Database, hasPrisma: boolean): Fix =>
  hasPrisma
    ? { kind: 'command', text: `npx prisma@7 migrate resolve --rolled-back ${name}` }
    : {
        kind: 'sql',
        text: `UPDATE ${listIn(database)} SET rolled_back_at = CURRENT_TIMESTAMP WHERE migration_name = ${literal(name)} AND finished_at IS NULL;`,
      }

const finding = (code: Finding['code'], message: string, effect: string, fix: Finding['fix']): Finding => ({
  code,
  at: undefined,
  table: undefined,
  column: undefined,
  message,
  effect,
  requests: [],
  fix,
})

/**
 * The migrations that are not applied, and come after the last applied one. If a database is empty and has no list of
 * migrations, all of them are pending. If it has tables but no list, something else created them, and no migration is
 * pending.
 */
export function pendingMigrations(
  migrations: Migrations | undefined,
  noted: readonly Noted[] | undefined,
  isEmpty: boolean,
): Migrations['list'] {
  if (!migrations || (!noted && !isEmpty)) return []
  const names = new Set(noted?.map(({ name }) => name))
  const last = [...names].toSorted().at(-1) ?? ''
  return migrations.list.filter(({ name }) => !names.has(name) && name > last)
}

/**
 * Reports the migrations that are pending, edited, removed, too early or failed.
 *
 * @param apply the fix that applies migrations
 * @param rollBack the fix that records that a failed migration is undone
 */
export function migrationFindings(
  migrations: Migrations | undefined,
  noted: readonly Noted[] | undefined,
  {
    pending,
    apply,
    rollBack,
  }: { readonly pending: Migrations['list']; readonly apply: Fix; rollBack(name: string): Fix },
): readonly Finding[] {
  if (!migrations || (!noted && pending.length === 0)) return []
  const { list, folder } = migrations
  const known = new Map((noted ?? []).map((each) => [each.name, each]))
  const names = new Set(list.map(({ name }) => name))
  const last = [...known.keys()].toSorted().at(-1) ?? ''
  return [
    ...[...known.values()]
      .filter(({ isFinished }) => !isFinished)
      .map(({ name }) =>
        finding(
          'JG917',
          `The migration ${name} failed, and may be partly applied`,
          'fail if it needs a part of the migration that the database lacks',
          rollBack(name),
        ),
      ),
    ...[...known.values()]
      .filter(({ name }) => !names.has(name))
      .map(({ name }) =>
        finding(
          'JG916',
          `The migration ${name} was applied, but ${folder} has no folder with that name`,
          'run on a database that the migrations do not describe',
          {
            kind: 'text',
            text: `Restore the folder ${folder}/${name}. To undo the migration, write a new one.`,
          },
        ),
      ),
    ...list.flatMap(({ name, text }) => {
      const applied = known.get(name)
      if (applied) {
        return isUnchanged(text, applied.checksum)
          ? []
          : [
              finding(
                'JG916',
                `The migration ${name} was changed after it was applied`,
                'fail if it needs the change, which was not applied',
                {
                  kind: 'text',
                  text: `Undo the change in ${folder}/${name}/migration.sql, and write it into a new migration.`,
                },
              ),
            ]
      }
      return pending.some((each) => each.name === name)
        ? [finding('JG915', `The migration ${name} is not applied`, 'fail if it needs this migration', apply)]
        : [
            finding(
              'JG916',
              `The migration ${name} comes before ${last}, which is already applied`,
              'fail if it needs this migration',
              {
                kind: 'text',
                text: `Rename the folder ${folder}/${name} so that it comes last. ${apply.kind === 'command' ? `Then run: ${apply.text}` : apply.text}`,
              },
            ),
          ]
    }),
  ]
}

const checksumOf = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Whether a migration has not changed since it was applied. Git may have changed its line endings. */
function isUnchanged(text: string, checksum: string): boolean {
  const unix = text.replaceAll('\r\n', '\n')
  return [text, unix, unix.replaceAll('\n', '\r\n')].some((each) => checksumOf(each) === checksum)
}

/** The names in a statement, with or without quotes and a schema. */
const PART = String.raw`"(?:[^"]|"")+"|\x60(?:[^\x60]|\x60\x60)+\x60|\[[^\]]+\]|\w+`
const NAME = String.raw`(?:(?:${PART})\s*\.\s*)?(${PART})`

const STATEMENT = new RegExp(
  [
    String.raw`create\s+(?:or\s+replace\s+)?(?:constraint\s+|temp(?:orary)?\s+)?trigger\s+(?:if\s+not\s+exists\s+)?${NAME}[^;]*?\bon\s+${NAME}`,
    String.raw`drop\s+trigger\s+(?:if\s+exists\s+)?${NAME}(?:\s+on\s+${NAME})?`,
    String.raw`drop\s+table\s+(?:if\s+exists\s+)?${NAME}`,
  ].join('|'),
  'gi',
)

const unquoted = (name: string): string => {
  const quote = name[0] ?? ''
  return /["\x60[]/.test(quote) ? name.slice(1, -1).replaceAll(quote + quote, quote) : name
}

const isSame = (one: string, other: string | undefined): boolean => one.toLowerCase() === other?.toLowerCase()

/** The triggers that exist after the applied migrations. Dropping a table also drops its triggers. */
export function createdTriggers(
  migrations: Migrations | undefined,
  noted: readonly Noted[] | undefined,
): readonly CreatedTrigger[] {
  const applied = new Set(noted?.map(({ name }) => name))
  let triggers: readonly CreatedTrigger[] = []
  for (const { name: migration, text } of migrations?.list ?? []) {
    if (noted && !applied.has(migration)) continue
    for (const found of text.replaceAll(/--.*$|\/\*[\s\S]*?\*\//gm, '').matchAll(STATEMENT)) {
      const [name, table, dropped, of, gone] = found.slice(1).map((each) => each && unquoted(each))
      const lost = dropped ?? name
      // On PostgreSQL, triggers of different tables may have the same name.
      const owner = dropped === undefined ? table : of
      triggers = triggers.filter(
        (each) =>
          !(isSame(each.name, lost) && (owner === undefined || isSame(each.table, owner))) &&
          !isSame(each.table, gone),
      )
      if (name !== undefined && table !== undefined) triggers = [...triggers, { name, table, migration }]
    }
  }
  return triggers
}

/**
 * A finding is attributed to a pending migration that contains its names, and receives the fix that applies the
 * migration.
 */
export function withMigrations(
  findings: readonly Finding[],
  pending: Migrations['list'],
  apply: Fix,
): readonly Finding[] {
  const text = pending.map((each) => each.text).join('\n')
  if (text === '') return findings
  const isNamed = (name: string | undefined): boolean =>
    name === undefined || new RegExp(`\\b${name.replaceAll(/\W/g, '.')}\\b`, 'i').test(text)
  return findings.map((each) =>
    each.table !== undefined && isNamed(each.table) && isNamed(each.column) ? { ...each, fix: apply } : each,
  )
}
