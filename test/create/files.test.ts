import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PrismaLibSql } from '@prisma/adapter-libsql'
import { PrismaPg } from '@prisma/adapter-pg'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { DATABASES, FRAMEWORKS, helpOf, MANAGERS, ORMS, type Given } from '../../create/src/choices.js'
import { filesOf } from '../../create/src/files.js'
import { packageNameOf } from '../../create/src/project.js'
import { answersTo } from '../../create/src/questions.js'
import { dependenciesOf, developmentOf, OTHERS } from '../../create/src/versions.js'
import { sqlOf } from '../../examples/blog/src/database.js'
import { at } from '../../scripts/lib/paths.js'
import { emptyFolder, folderWith } from '../generator/support/folder.js'
import { PLACES } from './support/databases.js'
import { createHere } from './support/run.js'
import { PROJECT } from './support/shop.js'
import { replaceIn, tutorialSteps } from './support/tutorial.js'

const GIVEN: Given = {
  folder: undefined,
  framework: undefined,
  database: undefined,
  databaseUrl: undefined,
  orm: 'prisma',
  manager: 'npm',
  packages: undefined,
  yes: false,
}

describe('create/files', () => {
  test("a new project's packages have the versions that this repository is tested with", () => {
    const { devDependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
      devDependencies: Readonly<Record<string, string>>
    }
    const used = FRAMEWORKS.flatMap((framework) =>
      DATABASES.flatMap((database) =>
        ORMS.flatMap((orm) => [
          ...dependenciesOf(framework, orm, database),
          ...developmentOf(framework, orm, database),
        ]),
      ),
    )
    expect([...new Set(used)].toSorted()).toEqual(Object.keys(OTHERS))
    // Prisma's packages must have the same version, and use the newest 7.x release, which contains the fixes.
    const tested = Object.keys(OTHERS).map((name) => [
      name,
      `${name.includes('prisma') ? '^' : ''}${devDependencies[name]}`,
    ])
    expect(Object.fromEntries(tested)).toEqual(OTHERS)
  })

  test('the first migration is the one that Prisma writes for the Prisma schema', async () => {
    const files = await filesOf(PROJECT)
    const factory = new PrismaLibSql({ url: `file:${await emptyFolder()}/x.db` })
    expect(files.get('prisma/migrations/20260101000000_first/migration.sql')).toBe(
      await sqlOf(files.get('prisma/schema.prisma') ?? '', factory),
    )
  })

  // No package includes MariaDB's engine, so only a soak tests this step on MariaDB.
  test.each(PLACES.filter(({ database }) => database !== 'mariadb'))(
    'the tutorial shows the SQL that Prisma writes for its tables, on $database',
    async ({ database, empty }) => {
      const { url, drop } = await empty(`tutorial_${process.pid}`)
      try {
        const folder = await folderWith(Object.fromEntries(await filesOf({ ...PROJECT, database })))
        let shown = ''
        for (const step of tutorialSteps('express', database)) {
          if (step.kind === 'replace' && step.path.endsWith('.prisma')) await replaceIn(folder, step)
          if (step.kind === 'file' && step.path.endsWith('.sql')) shown = step.text
        }
        const datamodel = readFileSync(join(folder, 'prisma/schema.prisma'), 'utf8')
        const factory =
          database === 'sqlite' ? new PrismaLibSql({ url: `file:${folder}/x.db` }) : new PrismaPg(url)
        const statementsOf = (sql: string) => sql.split(/^-- /m).map((text) => text.trim())
        const written = statementsOf(await sqlOf(datamodel, factory))
        expect(statementsOf(shown).filter((text) => !written.includes(text))).toEqual([])
      } finally {
        await drop()
      }
    },
  )

  test('every request in the tutorial that has a body shows the required media type', () => {
    const bodies = tutorialSteps('express', 'sqlite').flatMap((step) =>
      step.kind === 'request' && step.body !== '' ? [step.headers.get('content-type')] : [],
    )
    expect([...new Set(bodies)]).toEqual(['application/vnd.api+json'])
  })

  test.each(MANAGERS)(
    'a single script runs all steps that a change requires, in an order that lets the code compile, with %s (20.21)',
    async (manager) => {
      const files = await filesOf({ ...PROJECT, manager })
      const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
        files.get('package.json') ?? '{}',
      )
      expect(scripts['regenerate']).toBe(
        `prisma generate && ${manager} run jsonapi:generate && tsc && ${manager} run db:migrate`,
      )
      expect(files.get('README.md')).toMatch(/^3\. Run `(?:npm run|pnpm) regenerate`\.$/m)
      for (const page of ['docs/tutorial.md', 'docs/create.md']) {
        expect(readFileSync(at(page), 'utf8')).toContain('npm run regenerate')
      }
    },
  )

  test('a new project contains the database password only in .env', async () => {
    const databaseUrl = 'postgresql://me:s3cret@db:5432/shop'
    const files = await filesOf({ ...PROJECT, database: 'postgresql', databaseUrl })
    expect([...files].filter(([, text]) => text.includes('s3cret')).map(([path]) => path)).toEqual(['.env'])
    expect(files.get('.env.example')).toBe('DATABASE_URL=postgresql://me@db:5432/shop\nPORT=3000\n')
    expect(files.get('.gitignore')).toContain('\n.env\n')
  })

  test.each(DATABASES)(
    'each template of a new project uses only the values that it receives on %s',
    async (database) => {
      const databaseUrl = database === 'sqlite' ? 'file:x.db' : 'mysql://root@localhost/x'
      for (const [manager, orm] of MANAGERS.flatMap((each) => ORMS.map((orm) => [each, orm] as const))) {
        const files = await filesOf({ ...PROJECT, database, databaseUrl, manager, orm })
        // The workflow contains a GitHub expression.
        const unfilled = [...files].filter(([, text]) => text.replaceAll('${{ github.', '').includes('{{'))
        expect(unfilled).toEqual([])
        expect(files.has('prisma.config.ts')).toBe(orm === 'prisma')
        expect(files.has(manager === 'npm' ? '.npmrc' : 'pnpm-workspace.yaml')).toBe(true)
      }
    },
  )

  test('with pnpm, the generator uses the packed packages if package.json refers to them as files', async () => {
    const fileOf = (name: string): string => `file:vendor/jsonapi-gen-${name}-0.1.0.tgz`
    const fromFiles = {
      ...PROJECT.own,
      runtime: fileOf('runtime'),
      openapi: fileOf('openapi'),
      explorer: fileOf('explorer'),
    }
    const texts = [PROJECT.own, fromFiles].map(async (own) => {
      const files = await filesOf({ ...PROJECT, manager: 'pnpm', own })
      return files.get('pnpm-workspace.yaml') ?? ''
    })
    const [fromRegistry = '', packed = ''] = await Promise.all(texts)
    expect(parse(fromRegistry)).toEqual({ ignoreScripts: true })
    expect(parse(packed)).toEqual({
      ignoreScripts: true,
      overrides: {
        '@jsonapi-gen/explorer': fromFiles.explorer,
        '@jsonapi-gen/openapi': fromFiles.openapi,
        '@jsonapi-gen/runtime': fromFiles.runtime,
      },
    })
  })

  test.each(MANAGERS)('the MariaDB driver survives a lost connection with %s', async (manager) => {
    const databaseUrl = 'mysql://root@localhost/x'
    const files = await filesOf({ ...PROJECT, database: 'mariadb', databaseUrl, manager })
    const place = manager === 'npm' ? 'package.json' : 'pnpm-workspace.yaml'
    const { overrides }: { readonly overrides: unknown } = parse(files.get(place) ?? '')
    const tested = JSON.parse(readFileSync(at('package.json'), 'utf8')) as { overrides: unknown }
    expect(overrides).toEqual(tested.overrides)
  })

  test.each([
    ['my-api', 'my-api'],
    ['My API', 'my-api'],
    ['école', 'cole'],
    ['…', 'my-api'],
  ])('the folder %s contains the source of the package %s', (folder, name) => {
    expect(packageNameOf(folder)).toBe(name)
  })
})

describe('create/questions', () => {
  const asked = async (given: Partial<Given>, answers?: readonly string[]) => {
    const typed = [...(answers ?? [])]
    const questions: string[] = []
    const io = {
      cwd: '.',
      out: () => undefined,
      err: (text: string) => void questions.push(text),
      ask:
        answers && ((question: string) => Promise.resolve((questions.push(question), typed.shift() ?? ''))),
      signal: new AbortController().signal,
    }
    return { answers: await answersTo({ ...GIVEN, ...given }, io), questions }
  }
  const usual = { framework: 'express', database: 'sqlite', databaseUrl: 'file:./prisma/dev.db' }

  test('`create` asks no questions with `--yes` or without a terminal', async () => {
    expect(await asked({ yes: true }, ['hono'])).toEqual({
      answers: { folder: 'my-api', ...usual },
      questions: [],
    })
    expect(await asked({})).toEqual({ answers: { folder: 'my-api', ...usual }, questions: [] })
  })

  test('`create` asks for missing choices until each of them is valid', async () => {
    expect(await asked({ folder: 'shop' }, ['koa', 'hono', 'mariadb', ''])).toEqual({
      answers: {
        folder: 'shop',
        framework: 'hono',
        database: 'mariadb',
        databaseUrl: 'mysql://root@localhost:3306/shop',
      },
      questions: [
        'Framework: express, fastify, hono? (express): ',
        'Choose one of express, fastify, hono.\n',
        'Framework: express, fastify, hono? (express): ',
        'Database: sqlite, postgresql, mariadb? (sqlite): ',
        'Its URL (mysql://root@localhost:3306/shop): ',
      ],
    })
  })
})

describe('create/help', () => {
  test('`create --help` prints the options that the README lists', async () => {
    const help = helpOf('npm create jsonapi-gen@latest [folder] --')
    expect(await createHere(['--help'], '.')).toEqual({ code: 0, stdout: help, stderr: '' })
    expect(await createHere(['--version'], '.')).toEqual({ code: 0, stdout: '0.0.0\n', stderr: '' })
    const options = [...help.matchAll(/^ {2}(--[\w-]+)/gm)].map(([, name]) => name)
    const readme = readFileSync(at('create/README.md'), 'utf8')
    expect(options.filter((name) => !readme.includes(`\`${name}\``))).toEqual(['--version', '--help'])
    // The guide contains the same options, with longer descriptions.
    const page = readFileSync(at('docs/create.md'), 'utf8')
    const rows = [...page.matchAll(/^\| `(--[\w-]+)` \|/gm)].map(([, name]) => name)
    expect([...rows, '--version', '--help'].toSorted()).toEqual(options.toSorted())
  })
})
