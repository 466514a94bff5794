import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Handlebars from 'handlebars'
import { manifestOf } from './manifest.js'
import type { Project } from './project.js'
import { overridesOf } from './versions.js'

/** The first migration, in the folder where Prisma's own commands would put it. */
const FIRST_MIGRATION = 'prisma/migrations/20260101000000_first/migration.sql'

/**
 * The files of a new project, by path, except those that `jsonapi-gen init` and `generate` write. Each has its own
 * template, because the user owns the file from then on.
 */
export async function filesOf(project: Project): Promise<ReadonlyMap<string, string>> {
  const view = viewOf(project)
  const { database, orm, manager } = project
  const ofOrm = orm === 'prisma' ? 'src' : 'src/kysely'
  const templates: Readonly<Record<string, string>> = {
    '.env': 'env',
    '.env.example': 'env.example',
    '.github/workflows/ci.yml': 'ci.yml',
    '.gitignore': 'gitignore',
    ...(manager === 'npm' ? { '.npmrc': 'npmrc' } : { 'pnpm-workspace.yaml': 'pnpm-workspace.yaml' }),
    'AGENTS.md': 'AGENTS.md',
    'README.md': 'README.md',
    'dev.js': 'dev.js',
    ...(orm === 'prisma' && { 'prisma.config.ts': 'prisma.config.ts' }),
    [FIRST_MIGRATION]: `prisma/${database}.sql`,
    'prisma/migrations/migration_lock.toml': 'prisma/migration_lock.toml',
    'prisma/schema.prisma': 'prisma/schema.prisma',
    'schema.yaml': 'schema.yaml',
    'src/api/products.test.ts': 'src/products.test.ts',
    'src/database/migrate.ts': `${ofOrm}/migrate.ts`,
    'src/database/migrate-script.ts': 'src/migrate-script.ts',
    'src/database/migrations.ts': 'src/migrations.ts',
    'src/database/seed.ts': `${ofOrm}/seed.ts`,
    'src/database/seed-script.ts': 'src/seed-script.ts',
    'src/env.ts': 'src/env.ts',
    'src/testing/database.ts': `${ofOrm}/testing-${database}.ts`,
    'tsconfig.json': 'tsconfig.json',
    'vitest.config.ts': 'vitest.config.ts',
  }
  const texts = await Promise.all(
    Object.entries(templates).map(async ([path, name]) => [path, await render(name, view)] as const),
  )
  return new Map([['package.json', manifestOf(project)], ...texts])
}

/** Writes the files into a folder. */
export async function writeFiles(folder: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), text, path === '.env' ? { mode: 0o600 } : undefined)
  }
}

/** The variables of the templates. */
function viewOf({ name, framework, database, databaseUrl, orm, manager, own }: Project): object {
  return {
    name,
    framework,
    manager,
    run: manager === 'npm' ? 'npm run' : 'pnpm',
    exec: manager === 'npm' ? 'npx' : 'pnpm exec',
    install: manager === 'npm' ? 'npm ci' : 'pnpm install --frozen-lockfile',
    isPnpm: manager === 'pnpm',
    /** pnpm looks up a packed file's dependencies in the registry, even if these are packed files as well. */
    overrides: Object.entries({
      ...(own.runtime.startsWith('file:') && {
        '@jsonapi-gen/explorer': own.explorer,
        '@jsonapi-gen/openapi': own.openapi,
        '@jsonapi-gen/runtime': own.runtime,
      }),
      ...overridesOf(orm, database),
    }),
    /** Whether our packages are files in `vendor`, because they are not yet on npm. */
    isVendored: own.files.length > 0,
    isPrisma: orm === 'prisma',
    isKysely: orm === 'kysely',
    /** The code that opens the database, its URL, and the code that closes it. */
    store: orm === 'prisma' ? 'prisma' : 'db',
    close: orm === 'prisma' ? 'prisma.$disconnect()' : 'db.destroy()',
    database,
    databaseUrl,
    /** The database URL without its password, so that it can be committed. */
    publicUrl: withoutPassword(databaseUrl),
    provider: database === 'mariadb' ? 'mysql' : database,
    isSqlite: database === 'sqlite',
    isPostgresql: database === 'postgresql',
    isMariadb: database === 'mariadb',
  }
}

function withoutPassword(url: string): string {
  const parsed = new URL(url)
  if (parsed.password === '') return url
  parsed.password = ''
  return parsed.href
}

async function render(name: string, view: object): Promise<string> {
  const path = fileURLToPath(new URL(`../templates/${name}.hbs`, import.meta.url))
  return Handlebars.create().compile(await readFile(path, 'utf8'), { strict: true, noEscape: true })(view)
}
