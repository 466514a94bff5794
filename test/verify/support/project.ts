import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'
import { type Ended, jsonapiGenHere } from '../../generator/support/cli.js'
import { ddlOf } from './ddl.js'
import { type DatamodelName, datamodelFor } from './datamodels.js'
import { openDatabase, type OwnDatabase, serverOf } from './own-database.js'
import type { DatabaseName } from '../../support/probe.js'

/** A project with a schema for a datamodel. It is in the repository, where the drivers resolve. */
export interface Project {
  readonly folder: string
  readonly datamodel: string
  /** The SQL that creates the tables. */
  readonly ddl: string
  verify(database: OwnDatabase, ...options: readonly string[]): Promise<Ended>
  write(path: string, text: string): Promise<void>
  remove(): Promise<void>
}

/** Creates a project with the schema that `init` writes. */
export async function projectOf(name: DatamodelName, database: DatabaseName): Promise<Project> {
  return projectWith(await datamodelFor(name, database), database)
}

/** Creates a project with a given datamodel. */
export async function projectWith(datamodel: string, database: DatabaseName): Promise<Project> {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/verify-'))
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), text)
  }
  await write('package.json', JSON.stringify({ type: 'module', dependencies: { express: '5.3.0' } }))
  await write('tsconfig.json', '{}')
  await write('prisma/schema.prisma', datamodel)
  const made = await jsonapiGenHere(['init'], folder)
  if (made.code !== 0) throw new Error(made.stderr)
  return {
    folder,
    datamodel,
    ddl: await ddlOf(datamodel, database, serverOf('postgresql')),
    verify: ({ url }, ...options) => jsonapiGenHere(['verify', '--database', url, ...options], folder),
    write,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** Creates a database with the tables of a project. */
export async function databaseOf({ ddl }: Project, name: DatabaseName): Promise<OwnDatabase> {
  const database = await openDatabase(name)
  try {
    await database.run(ddl)
    return database
  } catch (error) {
    await database.drop()
    throw error
  }
}
