import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ORMS } from '../../create/src/choices.js'
import { filesOf } from '../../create/src/files.js'
import { clientDirectory } from '../../scripts/lib/datamodels.js'
import { at } from '../../scripts/lib/paths.js'
import { clientModuleFor } from '../../src/init/client-module.js'
import { kyselyModuleFor } from '../../src/init/kysely-module.js'
import { PLACES } from './support/databases.js'
import { PROJECT } from './support/shop.js'

const FIRST = '-- Notes.\nCREATE TABLE note (id INTEGER NOT NULL PRIMARY KEY);\n'
const LATER = 'CREATE TABLE remark (id INTEGER NOT NULL PRIMARY KEY);\n'

const CASES = PLACES.flatMap((place) => ORMS.map((orm) => ({ ...place, orm })))

describe.each(CASES)('create/migrate: db:migrate on $database with $orm', ({ database, orm, empty }) => {
  let folder = ''
  let drop: () => Promise<void>
  let migrate: () => Promise<readonly string[]>
  let close: () => Promise<void>

  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  const migration = (name: string, text: string) => write(`prisma/migrations/${name}/migration.sql`, text)

  const cure = database === 'sqlite' ? 'delete the database file' : 'empty the database'
  const again = `If you do not need the data, ${cure} instead, and run the command again.`
  const refusal = (): Promise<string> =>
    migrate().then(
      (names) => `applied ${names.join()}`,
      (error: Error) => error.message,
    )

  beforeEach(async () => {
    await mkdir(at('.tmp'), { recursive: true })
    folder = await mkdtemp(at('.tmp/migrate-'))
    const place = await empty(`migrate_${orm}_${process.pid}`)
    drop = place.drop
    vi.stubEnv('DATABASE_URL', database === 'sqlite' ? `file:${folder}/x.db` : place.url)
    const provider = database === 'mariadb' ? 'mysql' : database
    const files = await filesOf({ ...PROJECT, database, orm, databaseUrl: place.url })
    // Makes the program read the migrations of this project.
    await write('src/database/migrate.ts', files.get('src/database/migrate.ts') ?? '')
    await write('src/database/migrate-script.ts', files.get('src/database/migrate-script.ts') ?? '')
    const migrations = files.get('src/database/migrations.ts') ?? ''
    await write(
      'src/database/migrations.ts',
      migrations.replace("'prisma/migrations'", `'${folder}/prisma/migrations'`),
    )
    const client = `${clientDirectory('blog', provider)}/client.ts`
    const opening =
      orm === 'prisma'
        ? clientModuleFor(provider, { client: client, isReloaded: false })
        : kyselyModuleFor(provider, './types.js')
    const module = orm === 'prisma' ? 'src/prisma.ts' : 'src/db.ts'
    await write(module, (await opening?.text()) ?? '')
    await write('prisma/migrations/migration_lock.toml', '')
    await migration('1_first', FIRST)
    ;({ migrate } = await import(pathToFileURL(join(folder, 'src/database/migrate.ts')).href))
    const { prisma, db } = await import(pathToFileURL(join(folder, module)).href)
    close = () => (orm === 'prisma' ? prisma.$disconnect() : db.destroy()).catch(() => {})
  })

  afterEach(async () => {
    await close()
    await drop()
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })

  test('an applied migration that was edited is rejected before any other migration is applied', async () => {
    expect(await migrate()).toEqual(['1_first'])
    expect(await migrate()).toEqual([])
    await migration('1_first', `${FIRST}ALTER TABLE note ADD COLUMN text VARCHAR(9);\n`)
    await migration('2_later', LATER)
    expect(await refusal()).toBe(
      `The migration 1_first was changed after it was applied, so the database does not contain the change. Undo the change, and write it in a new migration. ${again}`,
    )
    await migration('1_first', FIRST)
    expect(await migrate()).toEqual(['2_later'])
  })

  test('a migration that comes before an applied one is rejected', async () => {
    await migrate()
    await migration('0_before', LATER)
    expect(await refusal()).toBe(
      `The migration 0_before comes before 1_first, which is already applied. Rename the folder of 0_before so that it comes last. ${again}`,
    )
  })

  test('an error names an applied migration whose folder is missing', async () => {
    await migration('2_later', LATER)
    await migrate()
    await rm(join(folder, 'prisma/migrations/2_later'), { recursive: true })
    expect(await refusal()).toBe(
      `The migration 2_later was applied, but ${folder}/prisma/migrations has no folder with that name. Restore the folder; to undo the migration, write a new one. ${again}`,
    )
  })

  test('an error names a migration folder that does not contain migration.sql', async () => {
    await mkdir(join(folder, 'prisma/migrations/2_empty'))
    expect(await refusal()).toBe(
      `The file ${folder}/prisma/migrations/2_empty/migration.sql cannot be read. Write the SQL of the migration into it, or delete its folder.`,
    )
  })

  test('a statement that fails is reported with its file, its line and the statements that remain applied', async () => {
    await migration('2_wrong', `-- Remarks.\n\n${LATER}\n-- Wrong.\nINSERT INTO nowhere (id)\nVALUES (1);\n`)
    const [said, left] = (await refusal()).split('\n')
    expect(said).toMatch(
      new RegExp(
        `^The migration 2_wrong failed on line 6 of ${folder}/prisma/migrations/2_wrong/migration\\.sql: .*nowhere`,
      ),
    )
    expect(left).toBe(
      database === 'mariadb'
        ? 'MariaDB commits each statement: the statement before it stays applied. Undo it by hand, or empty the database if you do not need the data. Correct the SQL, and run the command again.'
        : 'None of it was applied. Correct the SQL, and run the command again.',
    )
    await migration('2_wrong', database === 'mariadb' ? 'DROP TABLE remark;\n' : LATER)
    expect(await migrate()).toEqual(['2_wrong'])
  })

  test("the error begins with the first line of the database's message about a failed statement", async () => {
    await migration('2_wrong', 'CREATE TABLE remark (\n  id INTEGER NOT NULL,\n  = 1\n);\n')
    const lines = (await refusal()).split('\n')
    expect([lines[0], lines.at(-1)]).toEqual([
      expect.stringMatching(
        new RegExp(
          `^The migration 2_wrong failed on line 1 of ${folder}/prisma/migrations/2_wrong/migration\\.sql: .*syntax`,
        ),
      ),
      'None of it was applied. Correct the SQL, and run the command again.',
    ])
  })

  const servers = database === 'sqlite' ? [] : [database]
  test.each(servers)(
    'the error about a missing database of %s names the database, and shows the statement that creates it',
    async () => {
      await drop()
      const said = vi.spyOn(console, 'error').mockImplementation(() => {})
      const script = pathToFileURL(join(folder, 'src/database/migrate-script.ts')).href
      await import(script).finally(() => (process.exitCode = 0))
      const lines = said.mock.calls.map(([line]) => String(line))
      said.mockRestore()
      expect(lines).toEqual([
        expect.stringMatching(
          new RegExp(
            `^(?:Unknown )?database .migrate_${orm}_${process.pid}.(?: does not exist)?\\. Create it with CREATE DATABASE, or use a different one in DATABASE_URL, and run the command again\\.$`,
            'i',
          ),
        ),
      ])
    },
  )

  test('an applied migration whose line endings git has changed counts as unchanged', async () => {
    const windows = FIRST.replaceAll('\n', '\r\n')
    await migration('2_windows', LATER.replaceAll('\n', '\r\n'))
    expect(await migrate()).toEqual(['1_first', '2_windows'])
    await migration('1_first', windows)
    await migration('2_windows', LATER)
    expect(await migrate()).toEqual([])
    expect(await readFile(join(folder, 'prisma/migrations/1_first/migration.sql'), 'utf8')).toBe(windows)
  })
})
