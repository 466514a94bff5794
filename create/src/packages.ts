import { copyFile, mkdir, readdir } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Orm } from './choices.js'
import { done, refused, type Outcome } from './outcome.js'

/** The sources of our own packages, as version ranges or paths for package.json. */
export interface OwnPackages {
  readonly generator: string
  readonly runtime: string
  readonly openapi: string
  readonly explorer: string
  readonly kysely: string
  /**
   * The packed files that the project keeps in `vendor`, as absolute paths; empty if the packages come from the
   * registry.
   */
  readonly files: readonly string[]
}

/** Our packages from the registry, in the same version as this package, because all are released together. */
export function fromRegistry(version: string): OwnPackages {
  return {
    generator: version,
    runtime: version,
    openapi: version,
    explorer: version,
    kysely: version,
    files: [],
  }
}

/**
 * The packages of this repository as files that `npm pack` wrote into a folder. They are copied into the project, so it
 * can be installed on other machines. The typed client and `prove` are among them if the folder
 * has them.
 */
export async function packedIn(folder: string, orm: Orm): Promise<Outcome<OwnPackages>> {
  const names = await readdir(folder).catch(() => [])
  const fileOf = (name: string): string | undefined =>
    names
      .filter((file) => file.endsWith('.tgz') && new RegExp(`^${name}-\\d`).test(file))
      .toSorted()
      .at(-1)
  const wanted = {
    'jsonapi-gen': fileOf('jsonapi-gen'),
    '@jsonapi-gen/runtime': fileOf('jsonapi-gen-runtime'),
    '@jsonapi-gen/openapi': fileOf('jsonapi-gen-openapi'),
    '@jsonapi-gen/explorer': fileOf('jsonapi-gen-explorer'),
    '@jsonapi-gen/kysely': orm === 'kysely' ? fileOf('jsonapi-gen-kysely') : '',
  }
  const [missing] = Object.entries(wanted).flatMap(([name, file]) => (file === undefined ? [name] : []))
  if (missing !== undefined) {
    return refused(
      `${folder} does not contain a packed ${missing}. Put the output of \`npm pack ${missing}\` there, and run the command again.`,
    )
  }
  const files = [...Object.values(wanted), fileOf('jsonapi-gen-client'), fileOf('jsonapi-gen-prove')].flatMap(
    (file = '') => (file === '' ? [] : [resolve(folder, file)]),
  )
  return done({
    generator: specifier(wanted['jsonapi-gen']),
    runtime: specifier(wanted['@jsonapi-gen/runtime']),
    openapi: specifier(wanted['@jsonapi-gen/openapi']),
    explorer: specifier(wanted['@jsonapi-gen/explorer']),
    kysely: specifier(wanted['@jsonapi-gen/kysely']),
    files,
  })
}

const specifier = (file = ''): string => `file:vendor/${file}`

/** Copies packed files into a project's `vendor` folder. */
export async function copyPacked({ files }: OwnPackages, project: string): Promise<void> {
  if (files.length === 0) return
  const vendor = join(project, 'vendor')
  await mkdir(vendor)
  for (const file of files) await copyFile(file, join(vendor, basename(file)))
}
