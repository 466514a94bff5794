import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'
import type { DatabaseName } from '../../support/probe.js'

/** The datamodels, by their paths. Each is translated for every database. */
export const DATAMODELS = {
  blog: 'examples/blog/prisma/schema.prisma',
  saas: 'examples/saas/prisma/schema.prisma',
  shop: 'test/fixtures/large/shop-20',
  projects: 'test/fixtures/large/projects-60',
  beacon: 'test/real/datamodels/beacon/prisma',
  relay: 'test/real/datamodels/relay/prisma',
  signet: 'test/real/datamodels/signet/prisma',
  pollster: 'test/real/datamodels/pollster/prisma',
  tracer: 'test/real/datamodels/tracer/prisma',
  linkyard: 'test/real/datamodels/linkyard/prisma',
} as const

/** The name of a datamodel. */
export type DatamodelName = keyof typeof DATAMODELS

/** Prisma's names for the databases. */
export const PROVIDERS: Readonly<Record<DatabaseName, 'sqlite' | 'postgresql' | 'mysql'>> = {
  sqlite: 'sqlite',
  postgresql: 'postgresql',
  mariadb: 'mysql',
}

/** The text of a datamodel for a database. */
export async function datamodelFor(name: DatamodelName, database: DatabaseName): Promise<string> {
  const path = at(DATAMODELS[name])
  const isFile = (await stat(path)).isFile()
  const files = isFile
    ? [path]
    : (await readdir(path)).filter((file) => file.endsWith('.prisma')).map((file) => join(path, file))
  const texts = await Promise.all(files.toSorted().map((file) => readFile(file, 'utf8')))
  return translated(texts.join('\n'), database)
}

/** A datamodel without its generators, and without the features that only its own database has. */
export function translated(datamodel: string, database: DatabaseName): string {
  const provider = PROVIDERS[database]
  const own = /datasource \w+ \{[^}]*provider\s*=\s*"(\w+)"/.exec(datamodel)?.[1]
  const models = datamodel
    .replaceAll(/^(?:generator|datasource) \w+ \{[^}]*\}\n/gm, '')
    .replaceAll(/^\s*\/\/.*\n/gm, '')
  const text = own === provider ? models : withoutDialect(models, provider)
  const mode = own === provider && datamodel.includes('relationMode') ? '  relationMode = "prisma"\n' : ''
  // The servers lack the types of extensions that are not installed.
  const known = text.replaceAll(/Unsupported\("vector[^"]*"\)/g, 'Unsupported("tsvector")')
  return `datasource db {\n  provider = "${provider}"\n${mode}}\n${known}`
}

function withoutDialect(models: string, provider: string): string {
  const enums = [...models.matchAll(/^enum (\w+)/gm)].map(([, name]) => name)
  const scalar = [
    'String',
    'Int',
    'BigInt',
    'Float',
    'Decimal',
    'Boolean',
    'DateTime',
    'Json',
    'Bytes',
    ...enums,
  ].join('|')
  const plain = models
    .replaceAll(/^ +\w+ +Unsupported\(.*\n/gm, '')
    .replaceAll(/ @default\(dbgenerated\(.*?"\)\)/g, '')
    .replaceAll(/, (?:type|ops|map): [\w."]+(?:\([^)]*\))?/g, '')
    .replaceAll(/\((?:length|ops|sort): [\w()."]+(?:, \w+: \w+)*\)/g, '')
    .replaceAll(/^ +@@(?:schema|fulltext)\(.*\n/gm, '')
    .replaceAll(
      new RegExp(`^( +\\w+ +)(${scalar})\\[\\](.*)$`, 'gm'),
      (_, start: string) => `${start}String?`,
    )
  // Prisma's SQL for SQLite omits the quotes around a JSON default.
  return provider === 'sqlite'
    ? plain
        .replaceAll(/ @db\.\w+(?:\([^)]*\))?/g, '')
        .replaceAll(/( Json\??) +@default\("(?:\\.|[^"\\])*"\)/g, '$1')
    : plain.replaceAll(/ @db\.(?!VarChar|Char|Text|SmallInt|Date\b)\w+(?:\([^)]*\))?/g, '')
}
