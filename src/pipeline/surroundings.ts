import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Report } from '../diagnostic/report.js'
import { quoted } from '../diagnostic/words.js'
import { didYouMeanPath } from '../file/near-path.js'
import { placeOfFile } from '../plan/paths.js'
import type { Schema } from '../schema/schema.js'
import type { GeneratedClient } from './load.js'
import { isModuleThere, isOwnFile, modulePath } from './modules.js'
import { isNamedAsPackage, isPackageThere, packageName, upwards } from './package-there.js'

const RUNTIME = '@jsonapi-gen/runtime'

/** Our packages that generated code and its surroundings import. They share one version. */
const OWN = [RUNTIME, '@jsonapi-gen/openapi', '@jsonapi-gen/explorer', '@jsonapi-gen/kysely']

/** The major version of Prisma that generated code and the runtime support. */
const PRISMA = 7

/** A schema, the folder that its paths are relative to, and whether its plan is only shown. */
export interface Looking {
  readonly schema: Schema
  readonly base: string
  readonly generatedClient?: GeneratedClient | undefined
  readonly onlyLooks?: boolean | undefined
}

/**
 * Reports surroundings that do not match the output: a package of a different version (JG707), a missing package for
 * the OpenAPI document (JG724), an unsupported Prisma (JG718), a missing generated client (JG804), a client that is older than its schema (JG809), or a missing module for
 * an attribute's own type (JG417).
 */
export async function checkSurroundings(
  { schema, base, generatedClient, onlyLooks = false }: Looking,
  root: string,
  report: Report,
): Promise<void> {
  await checkOwnPackages(schema, root, report)
  if (!isOnKysely(schema)) await checkPrisma(root, report)
  await checkOwnTypes(schema, base, report)
  // Only resources on Prisma import Prisma's client.
  if (onlyLooks || schema.resources.every(({ adapter }) => adapter !== 'prisma')) return
  await checkClient(schema.client, base, report)
  if (generatedClient) await checkClientAge(generatedClient, base, report)
}

/** Whether Prisma is irrelevant, because no resource uses it. */
export const isOnKysely = ({ resources }: Schema): boolean =>
  resources.length > 0 && resources.every(({ adapter }) => adapter === 'kysely')

async function checkOwnPackages({ openapi }: Schema, root: string, report: Report): Promise<void> {
  const own = await versionIn(OWN_MANIFEST)
  const paths = new Map<string, string>()
  for (const name of OWN) {
    const path = await upwards(root, `node_modules/${name}/package.json`)
    if (path !== undefined) paths.set(name, path)
  }
  const versions = await Promise.all(
    [...paths].map(async ([name, path]) => ({ name, path, version: await versionIn(path) })),
  )
  for (const { name, path, version } of versions) {
    if (version === undefined || own === undefined || minorOf(version) === minorOf(own)) continue
    const message = `${name} has version ${version}, but jsonapi-gen has version ${own}: use the same version`
    report.add('JG707', placeOfFile(path), message, { help: `npm install ${name}@${own}` })
  }
  const runtime = paths.get(RUNTIME)
  if (openapi === false || runtime === undefined || paths.has('@jsonapi-gen/openapi')) return
  report.add(
    'JG724',
    placeOfFile(runtime),
    'Generated code imports @jsonapi-gen/openapi, which is not installed',
    { help: `npm install @jsonapi-gen/openapi@${own}` },
  )
}

/**
 * Reports an installed Prisma of a different major version (JG718): from version 8 on, it has neither `prisma generate`
 * nor our client.
 */
export async function checkPrisma(folder: string, report: Report): Promise<void> {
  const scope = await upwards(folder, 'node_modules/@prisma')
  const names = scope === undefined ? [] : await readdir(scope)
  const adapters = names.filter((name) => name.startsWith('adapter-')).map((name) => `@prisma/${name}`)
  const others = []
  for (const name of ['prisma', '@prisma/client', ...adapters]) {
    const path = await upwards(folder, `node_modules/${name}/package.json`)
    const version = path && (await versionIn(path))
    if (path && version && !version.startsWith(`${PRISMA}.`)) others.push({ name, path, version })
  }
  const [first] = others
  if (!first) return
  const named = new Set(['prisma', '@prisma/client', ...others.map(({ name }) => name)])
  const message = `${first.name} has version ${first.version}, but jsonapi-gen needs Prisma ${PRISMA}`
  const help = `npm install ${[...named].map((name) => `${name}@${PRISMA}`).join(' ')}`
  report.add('JG718', placeOfFile(first.path), message, { help })
}

// Without the client, no generated file compiles, although the schema is correct.
async function checkClient(client: string | undefined, base: string, report: Report): Promise<void> {
  if (client === undefined) return
  if (!isOwnFile(client)) return checkClientPackage(client, base, report)
  const path = modulePath(client, base)
  if ((await isModuleThere(path)) || (await isModuleThere(join(path, 'index')))) return
  report.add('JG804', placeOfFile(path), 'The Prisma Client has not been generated yet', {
    help: 'npx prisma@7 generate',
  })
}

// Another package of the workspace may export the client. Prisma's own package is installed with Prisma.
async function checkClientPackage(client: string, base: string, report: Report): Promise<void> {
  const name = isNamedAsPackage(client) ? packageName(client) : undefined
  if (name === undefined || name.startsWith('@prisma/') || (await isPackageThere(name, base))) return
  const [{ isAlias }, { commandToAdd, workspaceOf }] = await Promise.all([
    import('../typescript/paths.js'),
    import('../workspace/workspace.js'),
  ])
  if (isAlias(client, base)) return
  const workspace = await workspaceOf(base)
  const isMember = workspace?.packages.some((each) => each.name === name) === true
  report.add(
    'JG804',
    placeOfFile(join(base, 'package.json')),
    `The package of the Prisma Client, ${name}, cannot be imported from this project`,
    {
      help: isMember ? commandToAdd(name, workspace.manager) : `npm install ${name}`,
    },
  )
}

// The client would return null for a column that it does not know.
async function checkClientAge(
  { module, datamodel }: GeneratedClient,
  base: string,
  report: Report,
): Promise<void> {
  const path = isOwnFile(module)
    ? modulePath(module, base)
    : await upwards(base, 'node_modules/.prisma/client/index.js')
  if (path === undefined) return
  const { missingFromClient } = await import('../prisma/prisma.js')
  const missing = await missingFromClient(path, datamodel)
  if (missing.length === 0) return
  const [first] = missing
  const more = missing.length === 1 ? '' : `, and ${missing.length - 1} more`
  report.add(
    'JG809',
    placeOfFile(path),
    `The Prisma Client is older than the Prisma schema: it does not contain ${first}${more}`,
    { help: 'npx prisma@7 generate' },
  )
}

// If the module exists, only the compiler can find its exports.
async function checkOwnTypes({ resources }: Schema, base: string, report: Report): Promise<void> {
  for (const { own } of resources.flatMap(({ attributes }) => attributes)) {
    if (own === undefined || !isOwnFile(own.module)) continue
    if (await isModuleThere(modulePath(own.module, base))) continue
    const hint = await didYouMeanPath(
      `${modulePath(own.module, base)}.ts`,
      `${own.module.replace(/\.ts$/, '')}.ts`,
    )
    report.add('JG417', own.at, `Unknown module ${quoted(own.module)}${hint}`, {
      help: 'write the path of a TypeScript file, relative to this file: from: ./types',
    })
  }
}

const OWN_MANIFEST = new URL('../../package.json', import.meta.url)

async function versionIn(path: string | URL): Promise<string | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return /"version"\s*:\s*"([^"]+)"/.exec(text)?.[1]
}

// A patch release changes nothing that generated code relies on.
function minorOf(version: string): string {
  return version.split('.').slice(0, 2).join('.')
}
