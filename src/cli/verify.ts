import { readFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { type Manifest, readManifest } from '../init/manifest.js'
import { loadSchema } from '../pipeline/load.js'
import { isOnKysely } from '../pipeline/surroundings.js'
import { movedTo } from '../source/source.js'
import type { Fix } from '../verify/finding.js'
import {
  verifyAsAnnotations,
  verifyAsData,
  verifyAsMarkdown,
  verifyAsText,
  verifySummary,
} from '../verify/render.js'
import { verifyDatabase, type VerifyReport } from '../verify/verify.js'
import { inRepository } from './in-repository.js'
import { EXIT, type ExitCode, type Io, type VerifyFormat } from './io.js'
import { paletteOf } from './palette.js'
import { refuse, shownPath, typedIn } from './show.js'

/** The options of `verify`. */
export interface VerifyOptions {
  readonly schema: string
  readonly database: string
  readonly format: VerifyFormat
}

/** `jsonapi-gen verify`: prints how the running database differs from the schema. It only reads. */
export async function verify(
  { schema: named, database: url, format }: VerifyOptions,
  io: Io,
): Promise<ExitCode> {
  const path = resolve(io.cwd, named)
  const loaded = await loadSchema(path, shownPath(path, io.cwd))
  if (!loaded.ok) {
    return refuse(
      loaded.diagnostics,
      format === 'json' || format === 'github' ? format : 'human',
      io,
      'nothing was compared',
    )
  }
  const { schema, datamodel, base } = loaded
  if (!datamodel) {
    io.err(
      `${shownPath(path, io.cwd)} does not set a Prisma schema, so the expected content of the database is unknown. Add this line: prisma: { schema: prisma/schema.prisma }. To write that file from the database: npx prisma@7 db pull\n`,
    )
    return EXIT.invalid
  }
  const manifest = readManifest(await readFile(join(io.cwd, 'package.json'), 'utf8').catch(() => undefined))
  const hasPrisma = !isOnKysely(schema) || (manifest.kind === 'read' && manifest.packages.has('prisma'))
  const result = await verifyDatabase({
    schema,
    datamodel,
    url,
    project: io.cwd,
    folders: foldersOf(datamodel, base, io),
    apply: applyFix(manifest, hasPrisma),
    prismaSchema: hasPrisma ? prismaPathOf(datamodel, io) : undefined,
    shown: typedIn(io.cwd),
  })
  if (!result.ok) {
    io.err(`${result.message}\n`)
    return EXIT.invalid
  }
  const report = typed(result.report, io)
  const summary = verifySummary(report)
  switch (format) {
    case 'text':
      if (report.findings.length > 0) io.out(`${verifyAsText(report, paletteOf(io.colour.out))}\n`)
      io.err(`${summary}\n`)
      break
    case 'json':
      io.out(`${JSON.stringify(verifyAsData(report), undefined, 2)}\n`)
      break
    case 'github':
      for (const line of verifyAsAnnotations(report, (file) => inRepository(file, io.cwd))) {
        io.out(`${line}\n`)
      }
      io.err(`${summary}\n`)
      break
    case 'markdown':
      io.out(`${verifyAsMarkdown(report)}\n`)
      break
  }
  return report.findings.length > 0 ? EXIT.drift : EXIT.done
}

const modelFiles = (datamodel: {
  readonly models: ReadonlyMap<string, { readonly at: { readonly source: { readonly path: string } } }>
}): readonly string[] => [...datamodel.models.values()].map(({ at }) => at.source.path)

/** The locations of Prisma's migrations: next to the Prisma schema or above its folder, and the usual one. */
function foldersOf(datamodel: Parameters<typeof modelFiles>[0], base: string, io: Io): readonly string[] {
  const folders = modelFiles(datamodel).map((file) => dirname(resolve(io.cwd, file)))
  const all = [...folders, ...folders.map(dirname), base, join(io.cwd, 'prisma')]
  return [...new Set(all)].map((folder) => join(folder, 'migrations'))
}

/** The Prisma schema as a user would type it: its file, or the folder of its files. */
function prismaPathOf(datamodel: Parameters<typeof modelFiles>[0], io: Io): string {
  const files = [...new Set(modelFiles(datamodel))]
  const [first = 'prisma/schema.prisma'] = files
  const path = files.length > 1 ? dirname(first) : first
  return shownPath(resolve(io.cwd, path), io.cwd)
}

function typed(report: VerifyReport, io: Io): VerifyReport {
  const pathOf = typedIn(io.cwd)
  return {
    ...report,
    findings: report.findings.map((each) => ({ ...each, at: each.at && movedTo(each.at, pathOf) })),
  }
}

/** How the project applies migrations: with its own script, or with Prisma's command if it has Prisma. */
function applyFix(manifest: Manifest, hasPrisma: boolean): Fix {
  if (manifest.kind === 'read' && manifest.scripts.includes('db:migrate')) {
    return { kind: 'command', text: 'npm run db:migrate' }
  }
  return hasPrisma
    ? { kind: 'command', text: 'npx prisma@7 migrate deploy' }
    : { kind: 'text', text: "Apply the project's migrations." }
}
