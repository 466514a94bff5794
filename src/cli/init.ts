import { readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, posix, relative } from 'node:path'
import {
  CLIENT_MODULE,
  type ClientModule,
  clientModuleFor,
  reexportFrom,
  reexportText,
} from '../init/client-module.js'
import { agentsFile } from '../init/agents-file.js'
import { leaveAlone, type LeftAlone } from '../init/leave-alone.js'
import { ciFile, type Service } from '../init/ci-files.js'
import { formatPath } from '../init/format-path.js'
import { exposableModels, firstSchema, keptSentence } from '../init/schema-text.js'
import { importsOf, type Manifest, withScripts } from '../init/manifest.js'
import { keyMigration, keyModel } from '../init/key-model.js'
import { firstFile } from '../init/templates.js'
import { firstTests } from '../init/first-tests.js'
import { missingTypes } from '../init/node-types.js'
import type { ExistingClient } from '../init/existing-client.js'
import { lateClientText, nestFiles, prismaServiceIn } from '../init/nest.js'
import { nestBuildSteps, nestUrlSteps } from '../init/nest-steps.js'
import { mountLine } from '../init/existing-server.js'
import { isProved, proofSteps } from '../init/proof.js'
import { routeFileOf } from '../init/route-file.js'
import { firstServer, SERVER } from '../init/server.js'
import { sharedClient } from '../init/shared-client.js'
import { KYSELY_MODULE, type KyselyModule, kyselyModuleFor } from '../init/kysely-module.js'
import { survey, type Survey } from '../init/survey.js'
import { compilerStep } from '../init/tsconfig.js'
import { createReport } from '../diagnostic/report.js'
import { type Loaded, loadSchema } from '../pipeline/load.js'
import { importedFrom, isModuleThere, isOwnFile, modulePath } from '../pipeline/modules.js'
import { outputOf } from '../pipeline/output-folder.js'
import { isPackageThere, upwards } from '../pipeline/package-there.js'
import { checkPrisma } from '../pipeline/surroundings.js'
import { applyPlan } from '../plan/apply.js'
import type { PlanEntry } from '../plan/plan.js'
import type { Datamodel } from '../prisma/datamodel.js'
import { type Engine, type Framework, type Imports, importEnd } from '../schema/types.js'
import { DEFAULT_SCHEMA } from './generate-options.js'
import { setUpDriver, setUpHook } from './git-setup.js'
import { repositoryOf } from './in-repository.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { advise, refuse } from './show.js'

/** The options of `init`. */
export interface InitOptions {
  /** Whether to write a starter server, for the project's framework. */
  readonly server?: boolean
  /** The CI service to write a pull request check for, and nothing else. This clone is also set up. */
  readonly ci?: Service
  /** Whether to write only the model of `createApi({ idempotency })`, into the Prisma schema. */
  readonly idempotency?: boolean
  /** The Prisma schema, a file or a folder, if it is not the one that `init` would find. */
  readonly prisma?: string
}

/**
 * `jsonapi-gen init`: writes an initial schema, derived from the Prisma schema if there is one, the npm scripts, and the
 * module that creates the Prisma Client. Existing files are not changed. Prints its changes, the obstacles to a first
 * run, and the next steps.
 */
export async function init(options: InitOptions, io: Io): Promise<ExitCode> {
  const found = await survey(io.cwd, options.prisma && typed(options.prisma))
  if (options.ci !== undefined) return addCi(options.ci, found, io)
  if (found.candidates.length > 0 && (found.schema === undefined || options.idempotency)) {
    return refuseToChoose(found.candidates, options, io)
  }
  if (options.idempotency) return addKeyModel(found, io)
  const said: string[] = []
  const entries: PlanEntry[] = []
  const read = await datamodelOf(found, io)
  if (!read.ok) return refuse(read.diagnostics, 'human', io)
  if (found.schema === undefined && read.client?.fault !== undefined) {
    io.err(`${read.client.fault} Nothing was written.\n`)
    return EXIT.invalid
  }
  const schema = found.schema ?? (read.annotated ? found.prisma : undefined)
  if (schema === undefined && found.prisma !== undefined && !read.prisma) {
    io.err(
      `${found.prisma} has no model that can be a resource; nothing was written. Add a model with an id, or run npx prisma@7 db pull to write the models of a database, and run npx jsonapi-gen init again.\n`,
    )
    return EXIT.invalid
  }
  const loaded = schema === undefined ? undefined : await loadSchema(join(io.cwd, schema), schema)
  // A server serves generated routes, so it uses the schema's framework if the schema names one.
  const framework = loaded?.ok ? loaded.schema.framework : frameworkOf(found)
  const imports = loaded?.ok ? loaded.schema.imports : importsOf(found.manifest)
  const isKysely = schema === undefined && usesKysely(found.manifest)
  if (isKysely && !read.prisma) {
    io.err(
      'package.json depends on kysely, but no Prisma schema describes the tables; nothing was written. Write their models into prisma/schema.prisma, or run npx prisma@7 init and npx prisma@7 db pull, and run npx jsonapi-gen init again.\n',
    )
    return EXIT.invalid
  }
  const engine = loaded?.ok ? loaded.schema.adapter : isKysely ? 'kysely' : 'prisma'
  const serving = { framework, engine, imports }
  const service = framework === 'nest' ? await prismaServiceIn(io.cwd) : undefined
  const client: FoundClient | undefined = service
    ? {
        provider: read.provider,
        file: read.client?.file,
        steps: read.client?.steps,
        opening: undefined,
        service,
      }
    : read.client && { ...read.client, opening: await read.client.open(imports) }
  const provider = loaded?.ok ? loaded.schema.store?.provider : read.provider
  const kysely =
    engine === 'kysely' ? await kyselyOf(found, { loaded, provider, imports }, io.cwd) : undefined
  // A faulty schema does not determine the engine and the framework.
  const isFaulty = loaded?.ok === false
  // An initial schema asks for the OpenAPI document and the explorer.
  const isDescribed = loaded ? loaded.ok && loaded.schema.openapi !== false : true
  if (schema !== undefined) {
    said.push(`${schema} already exists and is unchanged`)
  } else {
    const text = firstSchema({ format: formatPath(io.cwd), framework, imports, engine, prisma: read.prisma })
    entries.push({ kind: 'create', path: 'schema.yaml', owner: 'yours', text })
    said.push(`wrote schema.yaml${read.prisma ? `, from ${read.prisma.path}` : ', an example'}`)
    const kept = read.prisma && keptSentence(read.prisma.datamodel)
    if (kept !== undefined) said.push(kept)
  }
  // The first tests call the API alone, but in Nest, the application starts it.
  const canTest = framework !== 'nest'
  addScripts(found.manifest, { schema: schema ?? DEFAULT_SCHEMA, canTest }, entries, said)
  const left = await leftAlone(found, loaded, io)
  entries.push(...left.entries)
  said.push(...left.said)
  const agents = await agentsFile(io.cwd, {
    schema: schema ?? DEFAULT_SCHEMA,
    option: optionOf(schema ?? DEFAULT_SCHEMA),
    output: outputFrom(loaded, io.cwd),
    isKysely: engine === 'kysely',
    hasScripts: found.manifest.kind === 'read',
  })
  entries.push(...agents.entries)
  said.push(...agents.said)
  const steps = [
    `review ${schema ?? DEFAULT_SCHEMA}: the API serves only what this file lists`,
    ...(isFaulty
      ? []
      : [
          ...(kysely
            ? await kyselySteps(kysely, entries, said)
            : await moduleSteps(found, { client, imports }, entries, said)),
          ...(framework === 'nest'
            ? await nestSteps(found, { loaded, imports, client }, entries, said, io)
            : []),
          ...(await serverSteps({ ...found, schema }, serving, loaded, options, { entries, said }, io)),
        ]),
    ...obstacles(found, io),
    ...typeSteps(found, serving, kysely ?? client, options, io),
    ...left.steps,
    ...agents.steps,
    ...proofSteps(found.manifest, io.cwd, optionOf(schema ?? DEFAULT_SCHEMA)),
    ...(kysely || isFaulty
      ? []
      : await testSteps(found, { provider: read.provider, imports, canTest }, io, entries, said)),
    ...(await installSteps(found, serving, { kysely, client, isDescribed }, options, io)),
  ]
  const refused = await applyPlan({ entries }, io.cwd, io.signal)
  if (refused.length > 0) return refuse(refused, 'human', io)
  if (io.signal.aborted) return EXIT.interrupted
  for (const each of said) io.err(`${each}\n`)
  const driver =
    loaded?.ok === false
      ? undefined
      : await setUpDriver(io.cwd, posix.join(outputFrom(loaded, io.cwd), 'generated'))
  if (driver !== undefined) io.err(`${driver}\n`)
  const report = createReport()
  await checkPrisma(io.cwd, report)
  advise(report.list(), { format: 'human' }, io)
  return (await validated(schema ?? DEFAULT_SCHEMA, io)) ?? next(found, steps, io)
}

/** A path as schemas write it. */
const typed = (path: string): string => posix.normalize(path.replaceAll('\\', '/')).replace(/\/$/, '')

/** Several packages of the workspace have a Prisma schema, and only the user knows which one the API is for. */
function refuseToChoose(
  candidates: readonly string[],
  { server, idempotency }: InitOptions,
  io: Io,
): ExitCode {
  const command = [
    'npx jsonapi-gen init',
    ...(server ? ['--server'] : []),
    ...(idempotency ? ['--idempotency'] : []),
  ]
  io.err(
    `The workspace has ${candidates.length} Prisma schemas, so nothing was written. Choose the one for this API:\n${candidates
      .map((path) => `  ${command.join(' ')} --prisma ${path}\n`)
      .join('')}`,
  )
  return EXIT.invalid
}

/** Writes a service's pull request check, and sets up the hook and the driver in this clone. */
async function addCi(service: Service, { schema = DEFAULT_SCHEMA }: Survey, io: Io): Promise<ExitCode> {
  const top = repositoryOf(io.cwd)
  if (top === undefined) {
    io.err('--ci needs a git repository: run git init first\n')
    return EXIT.invalid
  }
  const loaded = await loadSchema(join(io.cwd, schema), schema)
  if (!loaded.ok) return refuse(loaded.diagnostics, 'human', io)
  const { entries, said, steps } = await ciFile(service, top, io.cwd, schema)
  const refused = await applyPlan({ entries }, top, io.signal)
  if (refused.length > 0) return refuse(refused, 'human', io)
  const done = [
    ...said,
    await setUpHook(io.cwd, schema),
    await setUpDriver(io.cwd, posix.join(outputFrom(loaded, io.cwd), 'generated')),
    ...steps,
  ]
  for (const each of done) if (each !== undefined) io.err(`${each}\n`)
  return EXIT.done
}

/** Writes the model of idempotency keys into the Prisma schema, or prints it if there is no Prisma schema. */
async function addKeyModel({ schema, prisma: path, manifest }: Survey, io: Io): Promise<ExitCode> {
  if (path === undefined) {
    io.out(await firstFile('prisma/idempotency.prisma', {}))
    io.err('no Prisma schema was found: add this model to yours, and migrate\n')
    return EXIT.done
  }
  const { readPrismaFiles, loadDatamodel, ownGenerator } = await import('../prisma/prisma.js')
  const read = await readPrismaFiles(join(io.cwd, path), path)
  const loaded = read.ok ? await loadDatamodel(read.files) : read
  if (!loaded.ok) return refuse(loaded.diagnostics, 'human', io)
  const { provider, models } = loaded.datamodel
  const model = await keyModel(io.cwd, path, [...models.keys()])
  const scripts = manifest.kind === 'read' ? manifest.scripts : []
  const migration =
    model.entries.length > 0 ? await keyMigration(path, { provider, scripts, now: new Date() }) : undefined
  const entries = [...model.entries, ...(migration?.entries ?? [])]
  const refused = await applyPlan({ entries }, io.cwd, io.signal)
  if (refused.length > 0) return refuse(refused, 'human', io)
  for (const { said } of [model, ...(migration ? [migration] : [])]) io.err(`${said}\n`)
  if (entries.length > 0) {
    const ours = schema ?? (ownGenerator(loaded.files) ? path : undefined)
    const isOnKysely = ours !== undefined && (await adapterOf(ours, io)) === 'kysely'
    const steps = [
      // The generated facts about the store then contain the model.
      `generate: { idempotency: true } in ${ours ?? DEFAULT_SCHEMA}`,
      ...(migration && scripts.includes('regenerate')
        ? ['npm run regenerate']
        : [
            migration ? 'npm run db:migrate' : 'npx prisma@7 migrate dev',
            ...(isOnKysely ? [] : ['npx prisma@7 generate']),
            `npx jsonapi-gen generate${optionOf(ours ?? DEFAULT_SCHEMA)}`,
          ]),
      'createApi({ idempotency: { owner } })',
    ]
    io.err(`\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`)
  }
  return EXIT.done
}

/** The adapter that most of the schema's resources use; undefined if the schema is faulty. */
async function adapterOf(schema: string, { cwd }: Io): Promise<Engine | undefined> {
  const loaded = await loadSchema(join(cwd, schema), schema)
  return loaded.ok ? loaded.schema.adapter : undefined
}

/** The project's Prisma Client: its module, and the requirements for opening it. */
interface FoundClient {
  readonly opening: ClientModule | undefined
  readonly provider: string | undefined
  /** The path of the module on disk, without an extension; undefined for a package. */
  readonly file: string | undefined
  /** The package that exports the generated client, if it belongs to another package of the workspace. */
  readonly module?: string | undefined
  /** The opened client that another package exports. */
  readonly opened?: { readonly module: string; readonly name: string } | undefined
  /** The class of the client that Nest constructs. */
  readonly service?: ExistingClient | undefined
  /** The commands after which the other package can be imported. */
  readonly steps?: readonly string[] | undefined
  /** Why the project cannot import the other package, and how to fix this. */
  readonly fault?: string
}

/** The client before the schema says how imports end. */
interface ReadClient extends Omit<FoundClient, 'opening'> {
  open(imports: Imports): Promise<ClientModule | undefined>
}

type DatamodelRead =
  | {
      readonly ok: true
      /** The datamodel, if it exists and has something to expose. */
      readonly prisma:
        | { readonly path: string; readonly datamodel: Datamodel; readonly client: string | undefined }
        | undefined
      /**
       * Whether the Prisma schema has our generator block, which makes it our schema. A YAML schema would contradict
       * it.
       */
      readonly annotated: boolean
      readonly provider: string | undefined
      readonly client: ReadClient | undefined
    }
  | { readonly ok: false; readonly diagnostics: Parameters<typeof refuse>[0] }

async function datamodelOf(survey: Survey, io: Io): Promise<DatamodelRead> {
  const { schema, prisma: path } = survey
  const nothing: DatamodelRead = {
    ok: true,
    prisma: undefined,
    annotated: false,
    provider: undefined,
    client: undefined,
  }
  if (path === undefined) return nothing
  const { readPrismaFiles, loadDatamodel, ownGenerator, clientModule } = await import('../prisma/prisma.js')
  const read = await readPrismaFiles(join(io.cwd, path), path)
  const loaded = read.ok ? await loadDatamodel(read.files) : read
  // An existing schema names its Prisma schema itself, and is validated with it.
  if (!loaded.ok) return schema === undefined ? loaded : nothing
  const { datamodel, files } = loaded
  const canExpose = schema === undefined && exposableModels(datamodel).length > 0
  const annotated = ownGenerator(files) !== undefined
  const named = clientModule(files, '.')?.value
  const { provider } = datamodel
  const client = named === undefined ? undefined : await clientAt(named, provider, survey, io)
  const prisma = canExpose ? { path, datamodel, client: client?.module } : undefined
  return { ok: true, prisma, annotated, provider, client }
}

async function clientAt(
  named: string,
  provider: string | undefined,
  { workspace, manifest }: Survey,
  { cwd }: Io,
): Promise<ReadClient> {
  const isReloaded = manifest.kind === 'read' && manifest.bundler !== undefined
  const openedFrom = async (client: string): Promise<ClientModule | undefined> =>
    clientModuleFor(provider, { client, isReloaded })
  const file = isOwnFile(named) ? modulePath(named, cwd) : undefined
  const isInside = file !== undefined && !relative(cwd, file).startsWith('..')
  const shared = workspace && !isInside ? await sharedClient(cwd, file ?? named, workspace) : undefined
  if (shared?.ok === false) return { file, provider, open: async () => undefined, fault: shared.why }
  if (shared?.ok) {
    const { steps, client } = shared
    return { file: undefined, provider, open: () => openedFrom(client.module), ...client, steps }
  }
  if (file !== undefined && !isInside && !(await isPackageThere(PRISMA_CLIENT, dirname(file)))) {
    return { file, provider, open: async () => undefined, fault: await unresolved(dirname(file), cwd) }
  }
  const folder = dirname(join(cwd, CLIENT_MODULE))
  const open = async (imports: Imports): Promise<ClientModule | undefined> =>
    openedFrom(file === undefined ? named : await importedFrom(folder, { path: named, base: cwd, imports }))
  return { file, provider, open }
}

/** The message if a client outside the project could not import Prisma's package, so that nothing would compile. */
async function unresolved(folder: string, cwd: string): Promise<string> {
  const place = relative(cwd, folder).replaceAll('\\', '/')
  const manifest = await upwards(folder, 'package.json')
  const owner = manifest && relative(cwd, dirname(manifest)).replaceAll('\\', '/')
  const install = owner ? `Run (cd ${owner} && npm install ${PRISMA_CLIENT}@7), or set` : 'Set'
  return `The Prisma Client is generated into ${place}, whose code cannot import ${PRISMA_CLIENT}. ${install} output in the Prisma schema to a folder of this project, run npx prisma@7 generate, and run npx jsonapi-gen init again.`
}

function frameworkOf({ manifest }: Survey): Framework {
  return (manifest.kind === 'read' ? manifest.framework : undefined) ?? 'fetch'
}

async function moduleSteps(
  { clientModule, client: existing }: Survey,
  { client, imports }: { readonly client: FoundClient | undefined; readonly imports: Imports },
  entries: PlanEntry[],
  said: string[],
): Promise<readonly string[]> {
  if (clientModule === 'there') return []
  if (clientModule === 'misnamed') return [`export your Prisma Client as \`prisma\` from ${CLIENT_MODULE}`]
  if (existing) {
    const text = await reexportText(existing, imports)
    entries.push({ kind: 'create', path: CLIENT_MODULE, owner: 'yours', text })
    said.push(`wrote ${CLIENT_MODULE}, which exports the Prisma Client of ${existing.path}`)
    return []
  }
  if (client?.service) {
    const text = await lateClientText(client.service, imports)
    entries.push({ kind: 'create', path: CLIENT_MODULE, owner: 'yours', text })
    said.push(`wrote ${CLIENT_MODULE}, which exports the ${client.service.name} that Nest constructs`)
    return []
  }
  if (client?.opened) {
    const { module, name } = client.opened
    const text = await reexportFrom(module, name)
    entries.push({ kind: 'create', path: CLIENT_MODULE, owner: 'yours', text })
    said.push(`wrote ${CLIENT_MODULE}, which exports the Prisma Client of ${module}`)
    return []
  }
  if (!client?.opening) {
    return [`export your Prisma Client as \`prisma\` from ${CLIENT_MODULE}`]
  }
  const text = await client.opening.text()
  entries.push({ kind: 'create', path: CLIENT_MODULE, owner: 'yours', text })
  said.push(`wrote ${CLIENT_MODULE}, which creates the Prisma Client for ${client.provider}`)
  return []
}

/** Adds the files of a Nest project, and returns the changes to the application's own files. */
async function nestSteps(
  { manifest, prisma }: Survey,
  {
    loaded,
    imports,
    client,
  }: {
    readonly loaded: Loaded | undefined
    readonly imports: Imports
    readonly client: FoundClient | undefined
  },
  entries: PlanEntry[],
  said: string[],
  { cwd }: Io,
): Promise<readonly string[]> {
  const packages = manifest.kind === 'read' ? manifest.packages : new Set<string>()
  const files = await nestFiles(cwd, {
    packages,
    output: outputFrom(loaded, cwd),
    isDescribed: loaded?.ok !== true || loaded.schema.openapi !== false,
    imports,
  })
  entries.push(...files.entries)
  said.push(...files.said)
  const isOpened = entries.some(({ path }) => path === CLIENT_MODULE) && client?.opening !== undefined
  return [
    ...files.steps,
    ...(await nestBuildSteps(cwd, { prisma, client: isOpened ? client.file : undefined })),
    ...(isOpened && !client.service ? await nestUrlSteps(cwd, packages) : []),
  ]
}

/** The framework, the adapter and the imports of a starter server. */
interface Serving {
  readonly framework: Framework
  readonly engine: Engine
  readonly imports: Imports
}

/** The module that opens Kysely in a project whose schema uses it. */
interface FoundKysely {
  readonly isThere: boolean
  readonly opening: KyselyModule | undefined
}

/** Whether a project uses Kysely and no Prisma Client. */
const usesKysely = (manifest: Manifest): boolean =>
  manifest.kind === 'read' && manifest.packages.has('kysely') && !manifest.packages.has('@prisma/client')

async function kyselyOf(
  { manifest }: Survey,
  {
    loaded,
    provider,
    imports,
  }: {
    readonly loaded: Loaded | undefined
    readonly provider: string | undefined
    readonly imports: Imports
  },
  cwd: string,
): Promise<FoundKysely> {
  const isThere = await isModuleThere(join(cwd, KYSELY_MODULE.replace(/\.ts$/, '')))
  const types = await importedFrom(dirname(join(cwd, KYSELY_MODULE)), {
    path: join(outputFrom(loaded, cwd), 'generated/store.gen.ts'),
    base: cwd,
    imports,
  })
  const isReloaded = manifest.kind === 'read' && manifest.bundler !== undefined
  return { isThere, opening: kyselyModuleFor(provider, types, isReloaded) }
}

async function kyselySteps(
  { isThere, opening }: FoundKysely,
  entries: PlanEntry[],
  said: string[],
): Promise<readonly string[]> {
  if (isThere) return []
  if (!opening) return [`export your Kysely instance as \`db\` from ${KYSELY_MODULE}`]
  entries.push({ kind: 'create', path: KYSELY_MODULE, owner: 'yours', text: await opening.text() })
  said.push(`wrote ${KYSELY_MODULE}, which creates the Kysely instance`)
  return []
}

async function serverSteps(
  found: Survey,
  { framework, engine, imports }: Serving,
  loaded: Loaded | undefined,
  options: InitOptions,
  { entries, said }: { readonly entries: PlanEntry[]; readonly said: string[] },
  io: Io,
): Promise<readonly string[]> {
  const server = firstServer(framework, engine, imports)
  if (framework === 'nest') {
    if (options.server) said.push('no server was written: Nest serves the API through ApiModule')
    return []
  }
  if (!server) return routeSteps(found, { loaded, imports }, options, { entries, said }, io)
  if (found.server) {
    const { path, isMounted } = found.server
    if (options.server) {
      said.push(
        isMounted
          ? `${path} already serves the routes`
          : `${path} already contains a server, so none was written`,
      )
    }
    return isMounted
      ? []
      : [
          `serve the API in ${path}: ${mountLine(framework)}, with { routes } from routes/index${importEnd(imports)} of the generated API`,
        ]
  }
  if (!options.server) {
    return [
      `npx jsonapi-gen init --server writes ${SERVER}, a server on ${framework}; or use the routes in your own server`,
    ]
  }
  entries.push({ kind: 'create', path: SERVER, owner: 'yours', text: await server.text() })
  said.push(`wrote ${SERVER}, a server on ${framework}`)
  return []
}

/** Writes the file in which the project's framework calls the API, or says how to serve the API without a server. */
async function routeSteps(
  found: Survey,
  { loaded, imports }: { readonly loaded: Loaded | undefined; readonly imports: Imports },
  { server }: InitOptions,
  { entries, said }: { readonly entries: PlanEntry[]; readonly said: string[] },
  { cwd }: Io,
): Promise<readonly string[]> {
  const bundler = found.manifest.kind === 'read' ? found.manifest.bundler : undefined
  if (bundler === undefined) return server ? withoutServer(found, said) : []
  const route = await routeFileOf({ cwd, bundler, output: outputFrom(loaded, cwd), imports })
  if (route.isThere) {
    if (server) said.push(`${route.path} already exists and is unchanged`)
    return []
  }
  if (!server) {
    return [`npx jsonapi-gen init --server writes ${route.path}, where ${bundler} serves the API`]
  }
  entries.push({ kind: 'create', path: route.path, owner: 'yours', text: await route.text() })
  said.push(`wrote ${route.path}, where ${bundler} serves the API`)
  return []
}

/** Messages and next steps if a server was requested but the framework has its own. */
function withoutServer({ manifest, schema, server }: Survey, said: string[]): readonly string[] {
  if (server) {
    said.push(`${server.path} already contains a server, so none was written`)
    return []
  }
  const itself = 'serves routes/index.js of the generated API directly'
  const why =
    schema !== undefined
      ? `${schema} sets framework: fetch, and the host ${itself}`
      : manifest.kind === 'read'
        ? 'package.json does not depend on express, fastify or hono'
        : 'no package.json lists a framework'
  said.push(`no server was written: ${why}`)
  if (schema !== undefined) return []
  return [
    `install express, fastify or hono with npm, set framework in ${DEFAULT_SCHEMA} to its name, and run npx jsonapi-gen init --server again; Bun and Deno serve routes/index.js of the generated API directly, and tests and scripts call its api.fetch(request)`,
  ]
}

/** Adds lines about the generated files to other files, if the generated files are inside the project. */
async function leftAlone({ manifest }: Survey, loaded: Loaded | undefined, { cwd }: Io): Promise<LeftAlone> {
  const generated = posix.join(outputFrom(loaded, cwd), 'generated')
  const isOutside = generated.startsWith('../') || isAbsolute(generated)
  if (loaded?.ok === false || isOutside) return { entries: [], said: [], steps: [] }
  return leaveAlone(cwd, generated, manifest.kind === 'read' ? manifest.packages : new Set())
}

/** The output folder, relative to the project. */
function outputFrom(loaded: Loaded | undefined, cwd: string): string {
  const root = loaded?.ok ? outputOf(loaded.schema, loaded.base) : outputOf({ output: undefined }, cwd)
  return relative(cwd, root).replaceAll('\\', '/') || '.'
}

/** Obstacles to the first run, or to the first compilation after it. */
function obstacles({ manifest }: Survey, io: Io): readonly string[] {
  const isModule = manifest.kind === 'read' && manifest.isModule
  const step = compilerStep(io.cwd, isModule)
  return step === undefined ? [] : [step]
}

/** Types that the written files need, if the project does not have them. */
function typeSteps(
  { clientModule, client: existing, server: served }: Survey,
  { framework, engine, imports }: Serving,
  client: FoundClient | FoundKysely | undefined,
  options: InitOptions,
  { cwd }: Io,
): readonly string[] {
  const server = options.server === true && !served ? firstServer(framework, engine, imports) : undefined
  const isNest = framework === 'nest'
  const isWritten =
    client && 'isThere' in client
      ? !client.isThere
      : clientModule === 'missing' && existing === undefined && client?.opened === undefined
  const opening = isWritten ? client?.opening : undefined
  if (!server && !opening && !isNest) return []
  const ofOpening = opening && 'types' in opening ? opening.types : []
  const wanted = [
    '@types/node',
    ...(isNest ? ['@types/express'] : []),
    ...(server?.types ?? []),
    ...ofOpening,
  ]
  const { packages, named } = missingTypes(cwd, wanted)
  return [
    ...(packages.length === 0 ? [] : [`npm install --save-dev ${packages.join(' ')}`]),
    ...(named === undefined ? [] : [namingStep(named)]),
  ]
}

/** The change to tsconfig.json that makes the compiler find the types for Node.js. */
function namingStep(named: readonly string[]): string {
  const list = named.map((each) => JSON.stringify(each)).join(', ')
  const place = 'the compilerOptions of tsconfig.json'
  return named.length === 1
    ? `add "types": [${list}] to ${place}: TypeScript 6 and later need it for Node.js`
    : `set "types": [${list}] in ${place}: without "node", the compiler does not find the types for Node.js`
}

/** The packages to install that the project does not have. */
function missingPackages({ manifest }: Survey, packages: readonly string[]): readonly string[] {
  const known = manifest.kind === 'read' ? manifest.packages : new Set<string>()
  const missing = packages.filter((each) => !known.has(nameOf(each)))
  return missing.length === 0 ? [] : [`npm install ${missing.join(' ')}`]
}

/** The packages to install, and whether the Prisma Client must still be generated. */
async function installSteps(
  found: Survey,
  { framework, engine, imports }: Serving,
  {
    kysely,
    client,
    isDescribed,
  }: {
    readonly kysely: FoundKysely | undefined
    readonly client: FoundClient | undefined
    readonly isDescribed: boolean
  },
  { server }: InitOptions,
  { cwd }: Io,
): Promise<readonly string[]> {
  const ofServer = firstServer(framework, engine, imports)?.packages ?? []
  const served = found.server?.path ?? (server ? SERVER : undefined)
  const ofClient = client?.opening && !client.opened && !found.client ? [`${client.opening.adapter}@7`] : []
  const adapters = kysely ? [] : await importedPackages(cwd, CLIENT_MODULE, ofClient)
  // The code that Prisma generates in the project imports this package, and `prisma init` does not install it.
  const isThere = client?.file === undefined || (await isPackageThere(PRISMA_CLIENT, dirname(client.file)))
  const ofGenerated =
    client?.file !== undefined && (adapters.length > 0 || !isThere) ? [`${PRISMA_CLIENT}@7`] : []
  const packages = [
    '@jsonapi-gen/runtime',
    ...(isDescribed ? ['@jsonapi-gen/openapi', '@jsonapi-gen/explorer'] : []),
    ...(kysely ? ['@jsonapi-gen/kysely', 'kysely'] : []),
    ...(kysely
      ? await importedPackages(cwd, KYSELY_MODULE, kysely.opening?.packages ?? [])
      : [...ofGenerated, ...adapters]),
    ...(served === undefined ? [] : await importedPackages(cwd, served, ofServer)),
  ]
  const isGenerated = kysely !== undefined || client?.file === undefined || (await isModuleThere(client.file))
  const missing = missingPackages(found, packages)
  const isListed = found.manifest.kind === 'read' && found.manifest.packages.has(PRISMA_CLIENT)
  return [
    ...(missing.length === 0 && isListed && !isThere ? ['npm install'] : missing),
    ...(isGenerated ? [] : ['npx prisma@7 generate']),
    ...(client?.steps ?? []),
  ]
}

/** The package that the code of a generated Prisma Client imports. */
const PRISMA_CLIENT = '@prisma/client'

/** The packages that a file imports; all of them if the file does not exist yet. */
async function importedPackages(
  cwd: string,
  path: string,
  packages: readonly string[],
): Promise<readonly string[]> {
  const text = await readFile(join(cwd, path), 'utf8').catch(() => undefined)
  return packages.filter((each) => text === undefined || new RegExp(`['"]${nameOf(each)}['"/]`).test(text))
}

/** A package's name without its version. */
const nameOf = (installed: string): string => installed.replace(/(?<=.)@7$/, '')

/** Adds the files that give the generated tests a database, and returns the remaining steps. */
async function testSteps(
  { manifest, prisma, client }: Survey,
  {
    provider,
    imports,
    canTest,
  }: { readonly provider: string | undefined; readonly imports: Imports; readonly canTest: boolean },
  { cwd }: Io,
  entries: PlanEntry[],
  said: string[],
): Promise<readonly string[]> {
  const module = entries.find(({ path }) => path === CLIENT_MODULE)
  const opening = client === undefined && module && 'text' in module ? module.text : undefined
  const tests = await firstTests({ cwd, imports, manifest, prisma, client, provider, opening, canTest })
  entries.push(...tests.entries)
  said.push(...tests.said)
  return tests.steps
}

function addScripts(
  manifest: Manifest,
  { schema, canTest }: { readonly schema: string; readonly canTest: boolean },
  entries: PlanEntry[],
  said: string[],
): void {
  const option = optionOf(schema)
  const hasTests = canTest && manifest.kind === 'read' && (manifest.hasVitest || isProved(manifest))
  const tests = hasTests ? ' --tests' : ''
  const scripts = {
    'jsonapi:generate': `jsonapi-gen generate${option}${tests}`,
    'jsonapi:check': `jsonapi-gen generate${option} --check`,
    ...(isProved(manifest) && { 'jsonapi:prove': 'jsonapi-gen prove' }),
  }
  if (manifest.kind !== 'read') {
    const why = manifest.kind === 'missing' ? 'There is no package.json' : 'package.json is not JSON'
    said.push(`${why}: add these scripts yourself: ${JSON.stringify(scripts)}`)
    if (manifest.kind === 'missing') {
      said.push(
        'To create a complete project in an empty folder: npm run create -- ../my-api in a clone of the repository, or npm create jsonapi-gen@latest my-api once the packages are on npm',
      )
    }
    return
  }
  const missing = Object.entries(scripts).filter(([name]) => !manifest.scripts.includes(name))
  if (missing.length === 0) {
    said.push('package.json already has the scripts')
    return
  }
  const text = withScripts(manifest.text, Object.fromEntries(missing))
  entries.push({ kind: 'update', path: 'package.json', reason: 'stale', before: manifest.text, text })
  const added = new Intl.ListFormat('en', { style: 'long' }).format(missing.map(([name]) => name))
  said.push(`added ${added} to the scripts of package.json`)
}

/** The option that names a schema in a command. */
const optionOf = (schema: string): string => (schema === DEFAULT_SCHEMA ? '' : ` --schema ${schema}`)

/** The current schema's diagnostics, whether `init` or the user wrote the schema. */
async function validated(schema: string, io: Io): Promise<ExitCode | undefined> {
  const loaded = await loadSchema(join(io.cwd, schema), schema)
  if (loaded.ok) {
    advise(loaded.diagnostics, { format: 'human' }, io)
    return undefined
  }
  io.err(`\n${schema} has errors. Fix them, then run npx jsonapi-gen init again:\n\n`)
  return refuse(loaded.diagnostics, 'human', io, `${schema} is unchanged`)
}

function next({ manifest }: Survey, steps: readonly string[], io: Io): ExitCode {
  const run = manifest.kind === 'read' ? 'npm run jsonapi:generate' : 'npx jsonapi-gen generate'
  io.err(`\nNext:\n${[...steps, run].map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`)
  return EXIT.done
}
