import type { Database, Framework, Manager, Orm } from './choices.js'
import type { OwnPackages } from './packages.js'

/** A project to write, with all of the user's choices. */
export interface Project {
  /** The project's name in package.json. */
  readonly name: string
  readonly framework: Framework
  readonly database: Database
  readonly databaseUrl: string
  readonly orm: Orm
  readonly manager: Manager
  readonly own: OwnPackages
}

/** A valid name for package.json, derived from the folder's name: `My API` becomes `my-api`. */
export function packageNameOf(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return name === '' ? 'my-api' : name
}
