import { join } from 'node:path'
import { canBeResource, firstSchema } from '../init/schema-text.js'
import { type Manifest, withScripts } from '../init/manifest.js'
import { survey, type Survey } from '../init/survey.js'
import { loadSchema } from '../pipeline/load.js'
import { applyPlan } from '../plan/apply.js'
import type { PlanEntry } from '../plan/plan.js'
import type { Datamodel } from '../prisma/datamodel.js'
import { DEFAULT_SCHEMA } from './generate-options.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { refuse } from './show.js'

/**
 * `jsonapi-gen init`: a first schema, made from the Prisma schema where there is one, and the npm scripts. What is there
 * already is left as it is. Says what it did, and what comes next.
 */
export async function init(io: Io): Promise<ExitCode> {
  const found = await survey(io.cwd)
  const said: string[] = []
  const entries: PlanEntry[] = []
  const read = await datamodelOf(found, io)
  if (!read.ok) return refuse(read.diagnostics, 'human', io)
  const schema = found.schema ?? (read.annotated ? found.prisma : undefined)
  if (schema !== undefined) {
    said.push(`${schema} is there already, and stays as it is`)
  } else {
    const { framework = 'fetch' } = found.manifest.kind === 'read' ? found.manifest : {}
    const text = firstSchema({ framework, prisma: read.prisma })
    entries.push({ kind: 'create', path: 'schema.yaml', owner: 'yours', text })
    said.push(`wrote schema.yaml${read.prisma ? `, from ${read.prisma.path}` : ', an example'}`)
  }
  addScripts(found.manifest, schema ?? DEFAULT_SCHEMA, entries, said)
  const refused = await applyPlan({ entries }, io.cwd, io.signal)
  if (refused.length > 0) return refuse(refused, 'human', io)
  if (io.signal.aborted) return EXIT.interrupted
  for (const each of said) io.err(`${each}\n`)
  return (await validated(schema ?? DEFAULT_SCHEMA, io)) ?? next(found, schema ?? DEFAULT_SCHEMA, io)
}

type DatamodelRead =
  | {
      readonly ok: true
      /** The datamodel, where there is one with something to expose. */
      readonly prisma: { readonly path: string; readonly datamodel: Datamodel } | undefined
      /** Whether the Prisma schema is itself ours: it has our generator block, so that a YAML one would contradict it. */
      readonly annotated: boolean
    }
  | { readonly ok: false; readonly diagnostics: Parameters<typeof refuse>[0] }

async function datamodelOf({ schema, prisma: path }: Survey, io: Io): Promise<DatamodelRead> {
  if (schema !== undefined || path === undefined) return { ok: true, prisma: undefined, annotated: false }
  const { readPrismaFiles, loadDatamodel, ownGenerator } = await import('../prisma/prisma.js')
  const read = await readPrismaFiles(join(io.cwd, path), path)
  const loaded = read.ok ? await loadDatamodel(read.files) : read
  if (!loaded.ok) return loaded
  const { datamodel, files } = loaded
  const canExpose = [...datamodel.models.values()].some(canBeResource)
  const annotated = ownGenerator(files) !== undefined
  return { ok: true, prisma: canExpose ? { path, datamodel } : undefined, annotated }
}

function addScripts(manifest: Manifest, schema: string, entries: PlanEntry[], said: string[]): void {
  const option = schema === DEFAULT_SCHEMA ? '' : ` --schema ${schema}`
  const tests = manifest.kind === 'read' && manifest.hasVitest ? ' --tests' : ''
  const scripts = {
    'jsonapi:generate': `jsonapi-gen generate${option}${tests}`,
    'jsonapi:check': `jsonapi-gen generate${option} --check`,
  }
  if (manifest.kind !== 'read') {
    const why = manifest.kind === 'missing' ? 'There is no package.json' : 'package.json is not JSON'
    said.push(`${why}: add these scripts yourself: ${JSON.stringify(scripts)}`)
    return
  }
  const missing = Object.entries(scripts).filter(([name]) => !manifest.scripts.includes(name))
  if (missing.length === 0) {
    said.push('package.json has the scripts already')
    return
  }
  const text = withScripts(manifest.text, Object.fromEntries(missing))
  entries.push({ kind: 'update', path: 'package.json', reason: 'stale', before: manifest.text, text })
  said.push(`added ${missing.map(([name]) => name).join(' and ')} to the scripts of package.json`)
}

/** What is wrong with the schema as it stands now, ours or theirs. */
async function validated(schema: string, io: Io): Promise<ExitCode | undefined> {
  const loaded = await loadSchema(join(io.cwd, schema), schema)
  if (loaded.ok) return undefined
  io.err(`\n${schema} has to be mended before it can be generated from:\n\n`)
  return refuse(loaded.diagnostics, 'human', io)
}

function next({ manifest, hasClientModule }: Survey, schema: string, io: Io): ExitCode {
  const run = manifest.kind === 'read' ? 'npm run jsonapi:generate' : 'npx jsonapi-gen generate'
  const steps = [
    `read ${schema}: only what it names is served`,
    ...(hasClientModule ? [] : ['export your Prisma Client as `prisma` from src/prisma.ts']),
    'npm install @jsonapi-gen/runtime',
    run,
  ]
  io.err(`\nNext:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`)
  return EXIT.done
}
