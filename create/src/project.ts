import type { Database, Framework, Manager, Orm } from './choices.js'
import type { OwnPackages } from './packages.js'

/** A project that is to be written: every choice is made. */
export interface Project {
  /** What package.json calls it. */
  readonly name: string
  readonly framework: Framework
  readonly database: Database
  readonly databaseUrl: string
  readonly orm: Orm
  readonly manager: Manager
  readonly own: OwnPackages
}

/** A name that package.json takes, from that of a folder: `My API` is `my-api`. */
export function packageNameOf(folder: string): string {
  const name = folder
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
  return name === '' ? 'my-api' : name
}
