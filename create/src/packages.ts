import { readdir } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { Orm } from './choices.js'
import { done, refused, type Outcome } from './outcome.js'

/** Where our own packages come from: what package.json says of them. */
export interface OwnPackages {
  readonly generator: string
  readonly runtime: string
  readonly kysely: string
}

/** Our packages in the registry, in the version of this one: all of them are released together. */
export function fromRegistry(version: string): OwnPackages {
  return { generator: version, runtime: version, kysely: version }
}

/**
 * Our packages as packed files in a folder, such as `npm pack` writes them. `project` is where the project goes: it names
 * them relative to itself.
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
