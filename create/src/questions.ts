import { DATABASES, FRAMEWORKS, type Database, type Framework, type Given } from './choices.js'
import { usualUrl } from './database.js'
import type { Io } from './io.js'
import { packageNameOf } from './project.js'

/** The choices that a project needs. */
export interface Answers {
  readonly folder: string
  readonly framework: Framework
  readonly database: Database
  readonly databaseUrl: string
}

/**
 * Asks for the choices that the command line does not specify. If questions are not permitted, or the terminal is not
 * interactive, the defaults apply: Express on SQLite in the folder my-api.
 */
export async function answersTo(given: Given, { ask, err }: Io): Promise<Answers> {
  const question = given.yes ? undefined : ask
  const text = async (label: string, preset: string): Promise<string> =>
    (question === undefined ? '' : (await question(`${label} (${preset}): `)).trim()) || preset
  const choice = async <Name extends string>(
    label: string,
    names: readonly [Name, ...Name[]],
  ): Promise<Name> => {
    for (;;) {
      const answer = await text(`${label}: ${names.join(', ')}?`, names[0])
      const found = names.find((name) => name === answer)
      if (found !== undefined) return found
      err(`Choose one of ${names.join(', ')}.\n`)
    }
  }
  const folder = given.folder ?? (await text('Folder', 'my-api'))
  const framework = given.framework ?? (await choice('Framework', FRAMEWORKS))
  const database = given.database ?? (await choice('Database', DATABASES))
  const usual = usualUrl(database, packageNameOf(lastOf(folder)))
  const databaseUrl = given.databaseUrl ?? (database === 'sqlite' ? usual : await text('Its URL', usual))
  return { folder, framework, database, databaseUrl }
}

function lastOf(folder: string): string {
  return folder.split(/[\\/]/).findLast((part) => part !== '' && part !== '.') ?? ''
}
