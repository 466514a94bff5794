import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { isThere } from '../file/is-there.js'
import type { PlanEntry } from '../plan/plan.js'
import { type Imports, importEnd } from '../schema/types.js'
import { CLIENT_MODULE, moduleFrom } from './client-module.js'
import { type ExistingClient, modulesUnder } from './existing-client.js'
import { firstFile } from './templates.js'

/** The module that gives code that Nest does not construct access to Nest's providers. */
export const PROVIDED = 'src/provided.ts'

/** The module that adds the API to Nest's OpenAPI document. */
export const NEST_OPENAPI = 'src/openapi.ts'

/** The files for a Nest project, and the remaining steps. */
export interface NestFiles {
  readonly entries: readonly PlanEntry[]
  readonly said: readonly string[]
  readonly steps: readonly string[]
}

/** The parts of a project that determine its files. */
export interface NestProject {
  /** The names of its dependencies. */
  readonly packages: ReadonlySet<string>
  /** The folder of the generated API, relative to the project. */
  readonly output: string
  /** Whether the API has an OpenAPI document. */
  readonly isDescribed: boolean
  readonly imports: Imports
}

/**
 * The files that a Nest project needs in addition to the generated module: `src/provided.ts`, and `src/openapi.ts` if
 * it depends on `@nestjs/swagger`.
 */
export async function nestFiles(
  folder: string,
  { packages, output, isDescribed, imports }: NestProject,
): Promise<NestFiles> {
  const entries: PlanEntry[] = []
  const said: string[] = []
  const own = moduleFrom(NEST_OPENAPI, output, imports)
  if (!(await isThere(join(folder, PROVIDED)))) {
    const text = await firstFile('nest/provided.ts', {})
    entries.push({ kind: 'create', path: PROVIDED, owner: 'yours', text })
    said.push(`wrote ${PROVIDED}, which gives resources access to Nest's providers`)
  }
  const hasSwagger = isDescribed && packages.has('@nestjs/swagger')
  if (hasSwagger && !(await isThere(join(folder, NEST_OPENAPI)))) {
    const text = await firstFile('nest/openapi.ts', { folder: own, end: importEnd(imports) })
    entries.push({ kind: 'create', path: NEST_OPENAPI, owner: 'yours', text })
    said.push(`wrote ${NEST_OPENAPI}, which adds the API to the document of @nestjs/swagger`)
  }
  return { entries, said, steps: await remaining(folder, { own, hasSwagger, end: importEnd(imports) }) }
}

/** The changes to the application's own files. */
async function remaining(
  folder: string,
  { own, hasSwagger, end }: { readonly own: string; readonly hasSwagger: boolean; readonly end: string },
): Promise<readonly string[]> {
  const [module, main] = await Promise.all(
    ['src/app.module.ts', 'src/main.ts'].map((path) => readFile(join(folder, path), 'utf8').catch(() => '')),
  )
  return [
    ...(module?.includes('routes/index')
      ? []
      : [`add ApiModule, from ${own}/routes/index${end}, to the imports of AppModule in src/app.module.ts`]),
    ...(!hasSwagger || main?.includes('withApi')
      ? []
      : [
          `in src/main.ts, pass await withApi(document), from ./openapi${end}, to SwaggerModule.setup instead of the document`,
        ]),
  ]
}

/** Finds the provider that is the Prisma Client, such as `PrismaService`: an exported class that extends it. */
export async function prismaServiceIn(folder: string): Promise<ExistingClient | undefined> {
  for (const path of (await modulesUnder(folder)).toSorted((a, b) => a.length - b.length)) {
    const text = await readFile(join(folder, path), 'utf8').catch(() => '')
    const [, name] = /\bexport\s+class\s+(\w+)\s+extends\s+PrismaClient\b/.exec(text) ?? []
    if (name !== undefined) return { path, name }
  }
  return undefined
}

/** The initial `src/prisma.ts` for a project where Nest constructs the Prisma Client. */
export function lateClientText({ path, name }: ExistingClient, imports: Imports): Promise<string> {
  return firstFile('nest/prisma.ts', {
    name,
    module: moduleFrom(CLIENT_MODULE, posix.normalize(path), imports),
    end: importEnd(imports),
  })
}
