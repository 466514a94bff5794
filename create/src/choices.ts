import { parseArgs } from 'node:util'

/** The frameworks that a starter server can be written for. */
export const FRAMEWORKS = ['express', 'fastify', 'hono'] as const
/** A framework that a starter server can be written for. */
export type Framework = (typeof FRAMEWORKS)[number]

/** The databases that a project can start with. */
export const DATABASES = ['sqlite', 'postgresql', 'mariadb'] as const
/** A database that a project can start with. */
export type Database = (typeof DATABASES)[number]

/** The libraries that can read and write the database. */
export const ORMS = ['prisma', 'kysely'] as const
/** A library that reads and writes the database. */
export type Orm = (typeof ORMS)[number]

/** The programs that can install packages. */
export const MANAGERS = ['npm', 'pnpm'] as const
/** A program that installs packages. */
export type Manager = (typeof MANAGERS)[number]

/** The choices for a project that the command line specifies. */
export interface Given {
  readonly folder: string | undefined
  readonly framework: Framework | undefined
  readonly database: Database | undefined
  readonly databaseUrl: string | undefined
  readonly orm: Orm
  readonly manager: Manager
  /** The folder of packed packages, used instead of the registry. */
  readonly packages: string | undefined
  /** Whether to use the defaults without asking. */
  readonly yes: boolean
}

/** The user's choices on the command line. */
export type Asked =
  | { readonly kind: 'create'; readonly given: Given }
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'refused'; readonly message: string }

/**
 * The output of `--help`. `usage` is the beginning of the command line: `npm create jsonapi-gen@latest [folder] --`.
 */
export const helpOf = (usage: string): string => `Usage: ${usage} [options]

Creates a working JSON:API project in an empty folder, installs its packages and creates its tables.

Options:
  --framework <name>        ${FRAMEWORKS.join(', ')}
  --database <name>         ${DATABASES.join(', ')}
  --database-url <url>      the URL of the database; sqlite needs none
  --orm <name>              ${ORMS.join(', ')}; the default is the first
  --package-manager <name>  ${MANAGERS.join(', ')}; the default is the one that runs this command
  --packages <folder>       install jsonapi-gen and its packages from the packed files in this folder
  --yes                     ask no questions; the default is express on sqlite
  --version                 print the version
  --help                    print this help
`

/**
 * Parses a command line. `agent` is the user agent of the package manager that runs it, such as `pnpm/10.1.0 node/…`.
 */
export function readCommand(parameters: readonly string[], agent: string): Asked {
  const read = valuesOf(parameters)
  if (typeof read === 'string') return refused(read)
  const { values, positionals } = read
  if (values.help) return { kind: 'help' }
  if (values.version) return { kind: 'version' }
  if (positionals.length > 1) return refused(`Expected one folder, but got ${positionals.length}`)
  const framework = oneOf('framework', FRAMEWORKS, values.framework)
  const database = oneOf('database', DATABASES, values.database)
  const manager = oneOf('package-manager', MANAGERS, values['package-manager'])
  const orm = oneOf('orm', ORMS, values.orm)
  for (const choice of [framework, database, orm, manager]) if (!choice.ok) return refused(choice.message)
  return {
    kind: 'create',
    given: {
      folder: positionals[0],
      framework: framework.ok ? framework.value : undefined,
      database: database.ok ? database.value : undefined,
      databaseUrl: values['database-url'],
      orm: (orm.ok ? orm.value : undefined) ?? 'prisma',
      manager: (manager.ok ? manager.value : undefined) ?? (agent.startsWith('pnpm/') ? 'pnpm' : 'npm'),
      packages: values.packages,
      yes: values.yes === true,
    },
  }
}

const OPTIONS = {
  framework: { type: 'string' },
  database: { type: 'string' },
  'database-url': { type: 'string' },
  orm: { type: 'string' },
  'package-manager': { type: 'string' },
  packages: { type: 'string' },
  yes: { type: 'boolean', short: 'y' },
  version: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

function valuesOf(parameters: readonly string[]): ReturnType<typeof parsed> | string {
  try {
    return parsed(parameters)
  } catch (error) {
    const [first = ''] = (error instanceof Error ? error.message : String(error)).split('. ')
    return first
  }
}

function parsed(parameters: readonly string[]) {
  return parseArgs({ args: [...parameters], options: OPTIONS, allowPositionals: true })
}

type Choice<Name> =
  | { readonly ok: true; readonly value: Name | undefined }
  | { readonly ok: false; readonly message: string }

function oneOf<Name extends string>(
  option: string,
  names: readonly Name[],
  value: string | undefined,
): Choice<Name> {
  const found = names.find((name) => name === value)
  return value === undefined || found !== undefined
    ? { ok: true, value: found }
    : { ok: false, message: `--${option} must be one of ${names.join(', ')}, not ${JSON.stringify(value)}` }
}

function refused(message: string): Asked {
  return { kind: 'refused', message: `${message}. --help lists the options. Nothing was written.` }
}
