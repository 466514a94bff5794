import { stat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import type { Diagnostic } from '../diagnostic/diagnostic.js'
import { createReport, type Report, type ReportOptions } from '../diagnostic/report.js'
import { contractOf } from '../contract/contract-of.js'
import { checkOpenWrites } from '../policies/check-open-writes.js'
import { checkWriters } from '../policies/check-writers.js'
import { checkUnindexed } from '../contract/check-unindexed.js'
import { compileSchema } from '../schema/compile.js'
import { deepFreeze } from '../schema/freeze.js'
import { checkComparedColumns } from '../schema/check/compared-columns.js'
import { checkKyselyStore } from '../schema/check/kysely-store.js'
import { checkSunsets } from '../schema/check/sunsets.js'
import type { DeclaredSchema } from '../schema/declared.js'
import { readSchema } from '../schema/read/schema.js'
import type { Schema } from '../schema/schema.js'
import { readSource } from '../file/read-source.js'
import { readYaml } from '../yaml/read-yaml.js'
import type { Datamodel } from '../prisma/datamodel.js'
import { KEY_COLUMNS } from '../schema/store.js'
import { today } from './today.js'

/** A schema and the folder that its paths are relative to, or the schema's errors. */
export type Loaded =
  | {
      readonly ok: true
      readonly schema: Schema
      readonly base: string
      /** The Prisma Client that Prisma generates from the datamodel. */
      readonly generatedClient?: GeneratedClient | undefined
      /** The datamodel that the schema refers to, or the schema itself if it is a datamodel. */
      readonly datamodel?: Datamodel | undefined
      /** Warnings and notes. */
      readonly diagnostics: readonly Diagnostic[]
    }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] }

/**
 * The module that contains the generated Prisma Client (a package, or a path relative to the schema), and the client's
 * datamodel.
 */
export interface GeneratedClient {
  readonly module: string
  readonly datamodel: Datamodel
}

/** The options for loading a schema. */
export interface LoadOptions extends ReportOptions {
  /** The day for which dates in the schema are checked, such as `2027-01-31`; the current day by default. */
  readonly today?: string | undefined
}

/**
 * Reads and checks a schema: YAML, or a Prisma schema with annotations if the path ends in `.prisma` or is a folder.
 * `path` is absolute. Messages show `shown` instead. In a strict run, warnings are errors.
 */
export async function loadSchema(path: string, shown: string, options: LoadOptions = {}): Promise<Loaded> {
  const isPrisma = path.endsWith('.prisma') || (await isFolder(path))
  const report = createReport(options)
  const read = isPrisma ? await readPrisma(path, shown, report) : await readFromYaml(path, shown, report)
  if (!read) return { ok: false, diagnostics: report.list() }
  const compiled = compileSchema(read.declared, report)
  const schema = compiled && (await withStore(compiled, read))
  if (schema) {
    checkSunsets(schema.resources, options.today ?? today(), report)
    checkKyselyStore(schema, report)
    checkComparedColumns(schema, report)
    const contract = contractOf(schema)
    checkWriters(schema, contract, report)
    checkOpenWrites(schema, contract, report)
    const { datamodel } = read
    if (datamodel) {
      const { indexesOf } = await import('../prisma/prisma.js')
      checkUnindexed(schema, (model) => indexesOf(datamodel, model), report)
    }
  }
  if (schema && read.datamodel && options.review) {
    const { reviewDatamodel } = await import('../prisma/prisma.js')
    reviewDatamodel(schema, read.datamodel, report)
  }
  const diagnostics = report.list()
  return schema && !report.failed()
    ? {
        ok: true,
        schema,
        base: read.base,
        generatedClient: read.generatedClient,
        datamodel: read.datamodel,
        diagnostics,
      }
    : { ok: false, diagnostics }
}

/** The schema with the datamodel's facts about the store, if there is one. */
async function withStore(schema: Schema, { datamodel }: Read): Promise<Schema> {
  if (!schema.store || !datamodel) return schema
  const { storeOf } = await import('../prisma/prisma.js')
  const models = schema.resources.flatMap(({ adapter, model }) => (adapter === 'null' ? [] : (model ?? [])))
  const keys = schema.idempotency ? keyModels(datamodel) : []
  return deepFreeze({ ...schema, store: storeOf(datamodel, [...models, ...keys]) })
}

/**
 * The models in which the runtime can store the responses to requests with an idempotency key: `IdempotencyKey`, and
 * any other model with its columns.
 */
const keyModels = ({ models }: Datamodel): readonly string[] =>
  [...models.values()]
    .filter(({ fields }) => KEY_COLUMNS.every((name) => fields.has(name)))
    .map(({ name }) => name)

/** A declared schema, the folder that its paths are relative to, and the datamodel that completed it. */
interface Read {
  readonly declared: DeclaredSchema
  readonly base: string
  readonly datamodel: Datamodel | undefined
  readonly generatedClient?: GeneratedClient | undefined
}

async function readFromYaml(path: string, shown: string, report: Report): Promise<Read | undefined> {
  const read = await readSource(path, shown)
  if (!read.ok) {
    addAll([read.diagnostic], report)
    return undefined
  }
  const tree = readYaml(read.source, report)
  if (!tree) return undefined
  const declared = readSchema(tree, report)
  const base = dirname(path)
  return declared.prismaSchema
    ? completeFromPrisma(declared, path, shown, report)
    : { declared, base, datamodel: undefined }
}

/** Without its datamodel, every type would be reported as missing. */
async function completeFromPrisma(
  declared: DeclaredSchema,
  path: string,
  shown: string,
  report: Report,
): Promise<Read | undefined> {
  const named = declared.prismaSchema
  const base = dirname(path)
  if (!named) return { declared, base, datamodel: undefined }
  const { readPrismaFiles, loadDatamodel, inferSchema, clientModule } = await import('../prisma/prisma.js')
  const target = resolve(base, named.value)
  const read = await readPrismaFiles(
    target,
    join(dirname(shown), named.value).replaceAll('\\', '/'),
    named.at,
  )
  const loaded = read.ok ? await loadDatamodel(read.files) : read
  if (!loaded.ok) {
    addAll(loaded.diagnostics, report)
    return undefined
  }
  const { datamodel } = loaded
  const generated = clientModule(loaded.files, dirname(shown))
  const client = declared.client ?? generated
  return {
    declared: inferSchema({ ...declared, client }, datamodel, report),
    base,
    datamodel,
    generatedClient: generated && { module: generated.value, datamodel },
  }
}

async function readPrisma(path: string, shown: string, report: Report): Promise<Read | undefined> {
  const { readPrismaFiles, loadDatamodel, inferSchema, clientModule, ownGenerator, prismaTree } =
    await import('../prisma/prisma.js')
  const read = await readPrismaFiles(path, shown)
  const loaded = read.ok ? await loadDatamodel(read.files) : read
  if (!read.ok || !loaded.ok) {
    addAll(loaded.ok ? [] : loaded.diagnostics, report)
    return undefined
  }
  const { datamodel } = loaded
  const declared = readSchema(prismaTree(loaded.files, datamodel, report), report)
  const own = ownGenerator(loaded.files)?.name.at.source ?? read.files[0]
  const base = dirname(join(path, relative(shown, own?.path ?? shown)))
  const generated = clientModule(loaded.files, dirname(own?.path ?? shown))
  return {
    declared: inferSchema(declared, datamodel, report),
    base,
    datamodel,
    generatedClient: generated && { module: generated.value, datamodel },
  }
}

function addAll(diagnostics: readonly Diagnostic[], report: Report): void {
  for (const each of diagnostics) report.add(each.code, each.at, each.message, each)
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ?? false
}
