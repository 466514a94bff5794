import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import Handlebars from 'handlebars'
import { TEMPLATE_OPTIONS } from '../scaffold/fault.js'

/** The files that `init` writes once, each from a template next to src and dist (rule 20.3). */
export type FirstFile =
  | 'AGENTS.md'
  | 'ci/github.yml'
  | 'ci/gitlab.yml'
  | 'kysely/mysql.ts'
  | 'kysely/postgresql.ts'
  | 'kysely/sqlite.ts'
  | 'nest/openapi.ts'
  | 'nest/prisma.ts'
  | 'nest/provided.ts'
  | 'prisma/idempotency.mysql.sql'
  | 'prisma/idempotency.postgresql.sql'
  | 'prisma/idempotency.prisma'
  | 'prisma/idempotency.sqlite.sql'
  | 'prisma/mysql.ts'
  | 'prisma/postgresql.ts'
  | 'prisma/reexport.ts'
  | 'prisma/sqlite.ts'
  | 'prisma/sqlserver.ts'
  | 'route/next.ts'
  | 'route/nuxt.ts'
  | 'route/sveltekit.ts'
  | 'route/tanstack-start.ts'
  | 'server/express.ts'
  | 'server/fastify.ts'
  | 'server/hono.ts'
  | 'testing/sqlite.ts'
  | 'testing/vitest.config.ts'

/**
 * The text of a file that `init` writes. Throws if the template uses a name that `view` lacks, which is a bug in
 * jsonapi-gen.
 */
export async function firstFile(
  name: FirstFile,
  view: Readonly<Record<string, string | boolean>>,
): Promise<string> {
  const path = fileURLToPath(new URL(`../../templates-init/${name}.hbs`, import.meta.url))
  const template = await readFile(path, 'utf8')
  return Handlebars.create().compile(template, TEMPLATE_OPTIONS)(view)
}
