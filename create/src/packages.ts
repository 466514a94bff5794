import { readdir } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { Orm } from './choices.js'
import { done, refused, type Outcome } from './outcome.js'

/** Where our own packages come from, as version ranges or paths for package.json. */
export interface OwnPackages {
  readonly generator: string
  readonly runtime: string
  readonly kysely: string
}

/** Our packages from the registry, in the same version as this one: all are released together. */
export function fromRegistry(version: string): OwnPackages {
  return { generator: version, runtime: version, kysely: version }
}

/**
 * Our packages as files that `npm pack` wrote into a folder. The paths are relative to `project`, the folder of the
 * project.
 */
export async function packedIn(folder: string, project: string, orm: Orm): Promise<Outcome<OwnPackages>> {
  const names = await readdir(folder).catch(() => [])
  const fileOf = (pattern: RegExp): string | undefined =>
    names
      .filter((name) => pattern.test(name))
      .toSorted()
      .at(-1)
  const generator = fileOf(/^jsonapi-gen-\d.*\.tgz$/)
  const runtime = fileOf(/^jsonapi-gen-runtime-\d.*\.tgz$/)
  const kysely = orm === 'kysely' ? fileOf(/^jsonapi-gen-kysely-\d.*\.tgz$/) : ''
  if (generator === undefined || runtime === undefined || kysely === undefined) {
    const missing =
      generator === undefined
        ? 'jsonapi-gen'
        : runtime === undefined
          ? '@jsonapi-gen/runtime'
          : '@jsonapi-gen/kysely'
    return refused(
      `${folder} has no packed ${missing}. Put the output of \`npm pack ${missing}\` there, and run this again.`,
    )
  }
  const specifier = (name: string): string =>
    `file:${relative(project, resolve(folder, name)).replaceAll('\\', '/')}`
  return done({
    generator: specifier(generator),
    runtime: specifier(runtime),
    kysely: specifier(kysely),
  })
}
