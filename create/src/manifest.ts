import type { Project } from './project.js'
import { dependenciesOf, developmentOf, OTHERS, overridesOf, type PackageName } from './versions.js'

/** The package.json of a project. The scripts of `jsonapi-gen` are added by its `init`. */
export function manifestOf({ name, framework, database, orm, manager, own }: Project): string {
  const overrides = overridesOf(orm, database)
  const client = orm === 'prisma' ? 'prisma generate && ' : ''
  // pnpm reads overrides from its workspace file.
  const isSaidHere = manager === 'npm' && Object.keys(overrides).length > 0
  const manifest = {
    name,
    version: '0.0.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19' },
    scripts: {
      build: `${client}tsc`,
      dev: `${manager} run build && node dev.js`,
      start: 'node --import ./dist/env.js dist/server.js',
      // A fresh clone has no Prisma Client, and `.npmrc` disables `pretest`.
      test: `${client}vitest run`,
      // After a schema change, only regenerated code compiles with the new client.
      regenerate: `${client}${manager} run jsonapi:generate && tsc && ${manager} run db:migrate`,
      'db:migrate': 'node --import ./dist/env.js dist/database/migrate-script.js',
      'db:seed': 'node --import ./dist/env.js dist/database/seed-script.js',
    },
    dependencies: sorted({
      '@jsonapi-gen/explorer': own.explorer,
      '@jsonapi-gen/openapi': own.openapi,
      '@jsonapi-gen/runtime': own.runtime,
      ...(orm === 'kysely' && { '@jsonapi-gen/kysely': own.kysely }),
      ...versionsOf(dependenciesOf(framework, orm, database)),
    }),
    devDependencies: sorted({
      'jsonapi-gen': own.generator,
      ...versionsOf(developmentOf(framework, orm, database)),
    }),
    ...(isSaidHere && { overrides }),
  }
  return `${JSON.stringify(manifest, undefined, 2)}\n`
}

function versionsOf(names: readonly PackageName[]): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, OTHERS[name]]))
}

function sorted(versions: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(versions).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
