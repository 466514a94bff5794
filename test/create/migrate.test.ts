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

  beforeEach(async () => {
    await mkdir(at('.tmp'), { recursive: true })
    folder = await mkdtemp(at('.tmp/migrate-'))
    const place = await empty(`migrate_${orm}_${process.pid}`)
    drop = place.drop
    vi.stubEnv('DATABASE_URL', database === 'sqlite' ? `file:${folder}/x.db` : place.url)
    const provider = database === 'mariadb' ? 'mysql' : database
    const files = await filesOf({ ...PROJECT, database, orm, databaseUrl: place.url })
    // The program reads the folder of its project.
    const text = files.get('src/database/migrate.ts') ?? ''
    await write(
      'src/database/migrate.ts',
      text
        .replaceAll('prisma/migrations/', `${folder}/prisma/migrations/`)
        .replace("'prisma/migrations'", `'${folder}/prisma/migrations'`),
    )
    const client = `${clientDirectory('blog', provider)}/client.ts`
    const opening =
      orm === 'prisma' ? clientModuleFor(provider, client) : kyselyModuleFor(provider, './types.js')
    const module = orm === 'prisma' ? 'src/prisma.ts' : 'src/db.ts'
    await write(module, (await opening?.text()) ?? '')
    await write('prisma/migrations/migration_lock.toml', '')
    await migration('1_first', FIRST)
    ;({ migrate } = await import(pathToFileURL(join(folder, 'src/database/migrate.ts')).href))
    const { prisma, db } = await import(pathToFileURL(join(folder, module)).href)
    close = () => (orm === 'prisma' ? prisma.$disconnect() : db.destroy())
  })

  afterEach(async () => {
    await close()
    await drop()
    vi.unstubAllEnvs()
    await rm(folder, { recursive: true, force: true })
  })

  test('an applied migration that was edited is rejected before any other is applied', async () => {
    expect(await migrate()).toEqual(['1_first'])
    expect(await migrate()).toEqual([])
    await migration('1_first', `${FIRST}ALTER TABLE note ADD COLUMN text VARCHAR(9);\n`)
    await migration('0_before', LATER)
    const cure = database === 'sqlite' ? 'delete the database file' : 'empty the database'
    await expect(migrate()).rejects.toThrow(
      new Error(
        `The migration 1_first was changed after it was applied, so the database lacks the change. Undo the change, and write it into a new migration. If you do not need the data, ${cure} instead, and run this again.`,
      ),
    )
    await migration('1_first', FIRST)
    expect(await migrate()).toEqual(['0_before'])
  })

  test('an applied migration whose line endings git has changed is the same one', async () => {
    const windows = FIRST.replaceAll('\n', '\r\n')
    await migration('2_windows', LATER.replaceAll('\n', '\r\n'))
    expect(await migrate()).toEqual(['1_first', '2_windows'])
    await migration('1_first', windows)
    await migration('2_windows', LATER)
    expect(await migrate()).toEqual([])
    expect(await readFile(join(folder, 'prisma/migrations/1_first/migration.sql'), 'utf8')).toBe(windows)
  })
})
