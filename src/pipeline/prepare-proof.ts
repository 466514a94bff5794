import { readdir, readFile, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { createReport } from '../diagnostic/report.js'
import { planOf, type PlanEntry } from '../plan/plan.js'
import { readTemplates } from '../scaffold/templates.js'
import type { Schema } from '../schema/schema.js'
import { outputOf } from './output-folder.js'
import type { Prepared, PrepareOptions } from './prepare-options.js'

/** The file that names the viewers for `jsonapi-gen prove`. */
const PROOF = 'prove.ts'

/** Whether a project depends on `@jsonapi-gen/prove`, and has no `prove.ts` yet. */
export async function lacksProof({ resources, adapter }: Schema, project: string): Promise<boolean> {
  const isStored = resources.some((each) => each.adapter === adapter)
  if (!isStored || (await isThere(join(project, PROOF)))) return false
  const manifest = await readFile(join(project, 'package.json'), 'utf8').catch(() => '')
  return manifest.includes('"@jsonapi-gen/prove"')
}

/** Plans a project's first `prove.ts`, which belongs to the user. */
export async function prepareProof(options: PrepareOptions, root: string): Promise<Prepared> {
  const { schema, base, templates, server, onEntry } = options
  const report = createReport(options)
  const { proofText } = await import('../scaffold/proof-text.js')
  const text = proofText(schema, await readTemplates(templates, report), report, {
    folder: relative(root, server ?? outputOf(schema, base)).replaceAll('\\', '/'),
    tables: await migrationsIn(root, base),
  })
  if (report.failed()) return { ok: false, diagnostics: report.list() }
  const entry: PlanEntry = { kind: 'create', path: PROOF, owner: 'yours', text }
  onEntry?.(entry)
  const snapshot = { generated: new Map<string, string>(), owned: new Map<string, string>() }
  const plan = planOf({ generated: [], scaffolded: [entry], snapshot, resources: [] })
  return { ok: true, plan, root, diagnostics: report.list() }
}

/** The folder of the migrations, next to the schema or where Prisma puts it; undefined if there is no migration. */
async function migrationsIn(project: string, base: string): Promise<string | undefined> {
  for (const folder of [join(base, 'migrations'), join(project, 'prisma/migrations')]) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    if (entries.some((entry) => entry.isDirectory())) return relative(project, folder).replaceAll('\\', '/')
  }
  return undefined
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )
