import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { type DriftedDatabase, driftedDatabase } from './support/drifted.js'

let own: DriftedDatabase

beforeEach(async () => {
  own = await driftedDatabase()
})

afterEach(() => own.remove())

/** The code, the location and the message of each finding. */
async function found(): Promise<readonly string[]> {
  const { stdout } = await own.verify('--format', 'json')
  const { findings } = JSON.parse(stdout) as {
    readonly findings: readonly {
      readonly code: string
      readonly message: string
      readonly fix: { readonly text: string }
    }[]
  }
  return findings.map(({ code, message }) => `${code} ${message}`)
}

describe('verify: an SQLite database', () => {
  test('a database that matches the schema has no differences, and the summary says that nothing was written', async () => {
    own.create()
    expect(await own.verify()).toEqual({
      code: 0,
      stdout: '',
      stderr: `No difference in ${own.file} (${own.version}): compared 4 tables, 14 columns and 0 migrations. Nothing was written to the database.\n`,
    })
  })

  test('each difference is printed with the requests that it affects, and with the SQL that removes it', async () => {
    own.create((ddl) =>
      ddl
        .replace('    "subtitle" TEXT,\n', '')
        .replace('CREATE INDEX "Post_title_idx" ON "Post"("title");', '')
        .replace('ON DELETE RESTRICT', 'ON DELETE CASCADE'),
    )
    const { code, stdout, stderr } = await own.verify()
    expect({ code, stdout }).toEqual({ code: 3, stdout: REPORT })
    expect(stderr).toMatch(/^3 differences in .*Nothing was written to the database\.\n$/)
    for (const line of stdout.split('\n')) {
      if (!/^ {5}/.test(line)) expect(line.length).toBeLessThanOrEqual(80)
    }
  })

  test.each([
    [
      'JG901 The table _PostToTag does not exist',
      /-- CreateTable\nCREATE TABLE "_PostToTag"[^;]*;|CREATE (?:UNIQUE )?INDEX "_P.*;/g,
      '',
    ],
    ['JG902 The column Post.subtitle does not exist', '"subtitle" TEXT,', ''],
    ['JG903 Post.title has the type INTEGER instead of TEXT', '"title" TEXT', '"title" INTEGER'],
    ['JG905 Post.title may be NULL, but is required in the schema', '"title" TEXT NOT NULL', '"title" TEXT'],
    [
      'JG905 Post.subtitle is NOT NULL, but optional in the schema',
      '"subtitle" TEXT',
      '"subtitle" TEXT NOT NULL',
    ],
    ['JG906 Post.views has the default "1" instead of "0"', 'DEFAULT 0', 'DEFAULT 1'],
    ['JG906 Post.createdAt has no default instead of now()', ' DEFAULT CURRENT_TIMESTAMP', ''],
    ['JG908 Post has no unique key on slug', 'CREATE UNIQUE INDEX "Post_slug_key" ON "Post"("slug");', ''],
    [
      'JG908 Tag has a unique key on name, which the schema lacks',
      /$/,
      'CREATE UNIQUE INDEX "x" ON "Tag"("name");',
    ],
    ['JG909 Post has no foreign key from authorId to Author', /,\n +CONSTRAINT "Post_authorId_fkey".*/, ''],
    [
      'JG910 The foreign key from Post.authorId to Author has onDelete: SetNull instead of Restrict',
      'ON DELETE RESTRICT',
      'ON DELETE SET NULL',
    ],
    [
      'JG911 The database calculates Post.title, but the schema says that requests write it',
      '"title" TEXT NOT NULL',
      `"title" TEXT GENERATED ALWAYS AS ('x') STORED`,
    ],
    [
      'JG912 The trigger stamp of Tag is in no migration',
      /$/,
      'CREATE TRIGGER "stamp" AFTER INSERT ON "Tag" BEGIN SELECT 1; END;',
    ],
    ['JG913 Post has no index on title', 'CREATE INDEX "Post_title_idx" ON "Post"("title");', ''],
    [
      'JG918 Tag.rank is NOT NULL without a default, but is not in the schema',
      'TABLE "Tag" (',
      'TABLE "Tag" ("rank" INTEGER NOT NULL, ',
    ],
  ])('a difference between the database and the schema is reported: %s', async (finding, from, to) => {
    own.create((ddl) =>
      ddl.replaceAll(from instanceof RegExp ? new RegExp(from.source, 'g') : from, () => to),
    )
    expect(await found()).toEqual([finding])
  })

  test.each([
    [
      'an optional column, a table and an index that the schema lacks',
      /$/,
      'ALTER TABLE "Tag" ADD COLUMN "note" TEXT; CREATE TABLE "Other" ("id" TEXT); CREATE INDEX "x" ON "Tag"("name");',
    ],
    [
      'a unique key on more columns than a key of the schema',
      /$/,
      'CREATE UNIQUE INDEX "x" ON "Post"("slug", "title");',
    ],
    ['a unique key on only some rows', /$/, 'CREATE UNIQUE INDEX "x" ON "Tag"("name") WHERE "id" > 3;'],
    ['a type with the same affinity', '"title" TEXT', '"title" VARCHAR(20)'],
    ['NO ACTION instead of RESTRICT', 'ON DELETE RESTRICT', 'ON DELETE NO ACTION'],
    ['an index that begins with the columns', 'ON "Post"("title")', 'ON "Post"("title", "views")'],
    ['names in another case', 'CREATE TABLE "Tag" (', 'CREATE TABLE "tag" ('],
  ])('a deviation that does not count as a difference is not reported: %s', async (_, from, to) => {
    own.create((ddl) => ddl.replace(from, () => to))
    expect(await found()).toEqual([])
  })

  test('the suggested SQL for all findings together removes every difference', async () => {
    own.create((ddl) =>
      ddl
        .replace('"subtitle" TEXT,', '')
        .replace('"title" TEXT', '"title" INTEGER')
        .replace('CREATE UNIQUE INDEX "Post_slug_key" ON "Post"("slug");', '')
        .replace('CREATE INDEX "Post_title_idx" ON "Post"("title");', ''),
    )
    const { stdout } = await own.verify('--format', 'json')
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly fix: { readonly text: string } }[]
    }
    expect(findings).toHaveLength(4)
    own.run([...new Set(findings.map(({ fix }) => fix.text))].join('\n'))
    expect(await found()).toEqual([])
  })
})

describe('verify: SQL that replaces an SQLite table', () => {
  const fixes = async (): Promise<readonly string[]> => {
    const { stdout } = await own.verify('--format', 'json')
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly fix: { readonly text: string } }[]
    }
    return findings.map(({ fix }) => fix.text)
  }
  const drift = (ddl: string): string => ddl.replace('"title" TEXT', '"title" INTEGER')

  test('a table that a view uses is replaced, and keeps the indexes that the schema lacks', async () => {
    own.create(
      (ddl) =>
        `${drift(ddl)}CREATE VIEW "titles" AS SELECT "title" FROM "Post"; CREATE INDEX "mine" ON "Post" ("views"); CREATE UNIQUE INDEX "few" ON "Post" ("views") WHERE "views" > 9;`,
    )
    for (const text of await fixes()) own.run(text)
    expect(await found()).toEqual([])
    own.run('DROP INDEX "mine"; DROP INDEX "few"; SELECT * FROM "titles";')
  })

  test.each(['', 'DELETE FROM "Post" WHERE "id" = 50;', 'DELETE FROM "Post";'])(
    'a table that is replaced does not assign the ids of deleted records again, after %j',
    async (deleted) => {
      own.create(drift)
      const post = (id: string): string =>
        `INSERT INTO "Post" ("id", "slug", "title", "authorId") VALUES (${id}, 's' || ${id}, 1, 1);`
      own.run(`INSERT INTO "Author" ("id", "name") VALUES (1, 'a'); ${post('7')} ${post('50')} ${deleted}`)
      for (const text of await fixes()) own.run(text)
      expect(await found()).toEqual([])
      own.run(
        `INSERT INTO "Post" ("slug", "title", "authorId") VALUES ('new', 'b', 1); CREATE TABLE "next" ("id" INTEGER NOT NULL); INSERT INTO "next" SELECT (SELECT "id" FROM "Post" WHERE "id" = 51);`,
      )
    },
  )

  test('no SQL is printed that would remove a CHECK constraint', async () => {
    own.create((ddl) => drift(ddl).replace('"views" INTEGER', '"views" INTEGER CHECK ("views" >= 0)'))
    expect(await fixes()).toEqual([
      'Write SQL that replaces the table Post, as SQLite requires. No SQL is printed here, because it would lose CHECK.',
    ])
  })

  test('a required column that the schema lacks becomes optional, and keeps its values', async () => {
    own.create((ddl) => ddl.replace('TABLE "Tag" (', 'TABLE "Tag" ("no t" INTEGER NOT NULL, '))
    own.run('INSERT INTO "Tag" ("no t", "name") VALUES (7, \'a\');')
    for (const text of await fixes()) own.run(text)
    expect(await found()).toEqual([])
    own.run('CREATE TABLE "kept" ("n" INTEGER NOT NULL); INSERT INTO "kept" SELECT "no t" FROM "Tag";')
  })
})

describe('verify: output formats', () => {
  const drift = (ddl: string): string => ddl.replace('"subtitle" TEXT,', '')

  test('`--format json` prints the findings as data', async () => {
    own.create(drift)
    const { code, stdout, stderr } = await own.verify('--format', 'json')
    expect({ code, stderr }).toEqual({ code: 3, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({
      database: { place: own.file, version: own.version },
      compared: { tables: 4, columns: 14, migrations: 0 },
      findings: [
        {
          code: 'JG902',
          table: 'Post',
          column: 'subtitle',
          message: 'The column Post.subtitle does not exist',
          effect: 'return 500',
          requests: ['GET /posts', 'GET /posts/{id}', 'POST /posts', 'PATCH /posts/{id}'],
          fix: { kind: 'sql', text: 'ALTER TABLE "Post" ADD COLUMN "subtitle" TEXT;' },
          place: { path: 'prisma/schema.prisma', line: 15 },
        },
      ],
    })
  })

  test.each(['text', 'github', 'markdown'])(
    'control characters in names are escaped in `--format %s`',
    async (format) => {
      own.create((ddl) => `${ddl} CREATE UNIQUE INDEX "r\u001b[2J" ON "Post" ("title");`)
      const { stdout } = await own.verify('--format', format)
      expect(stdout).toContain(String.raw`DROP INDEX "r\u001b[2J";`)
      expect(stdout).not.toContain('\u001b')
    },
  )

  test('`--format github` annotates the line in the Prisma schema', async () => {
    own.create(drift)
    const { stdout } = await own.verify('--format', 'github')
    expect(stdout.replace(`${relative(at('.'), own.folder)}/`, '')).toBe(
      '::error file=prisma/schema.prisma,line=15,title=JG902::The column Post.subtitle does not exist%0AGET /posts, GET /posts/{id}, POST /posts, PATCH /posts/{id} will return 500%0Afix: ALTER TABLE "Post" ADD COLUMN "subtitle" TEXT;\n',
    )
  })

  test('`--format markdown` prints a section for each finding', async () => {
    own.create(drift)
    expect((await own.verify('--format', 'markdown')).stdout).toBe(`## jsonapi-gen verify

### JG902 The column Post.subtitle does not exist

GET /posts, GET /posts/{id}, POST /posts, PATCH /posts/{id} will return 500

\`\`\`sql
ALTER TABLE "Post" ADD COLUMN "subtitle" TEXT;
\`\`\`

1 difference in ${own.file} (${own.version}): compared 4 tables, 14 columns and 0 migrations. Nothing was written to the database.

`)
  })
})

describe('verify: migrations', () => {
  const LIST = `CREATE TABLE _prisma_migrations (id TEXT PRIMARY KEY NOT NULL, checksum TEXT NOT NULL, finished_at DATETIME,
    migration_name TEXT NOT NULL, logs TEXT, rolled_back_at DATETIME, started_at DATETIME NOT NULL DEFAULT current_timestamp, applied_steps_count INTEGER NOT NULL DEFAULT 0);`

  const migration = async (name: string, text: string): Promise<string> => {
    const folder = join(own.folder, 'prisma/migrations', name)
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, 'migration.sql'), text)
    return createHash('sha256').update(text).digest('hex')
  }

  const note = (name: string, checksum: string, finished = 'CURRENT_TIMESTAMP'): void =>
    own.run(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ('${name}', '${checksum}', '${name}', ${finished});`,
    )

  test('`verify` reports pending, edited, removed, early and failed migrations, and suggests applying a pending migration that fixes a difference', async () => {
    own.create((ddl) => ddl.replace('"subtitle" TEXT,', ''))
    own.run(LIST)
    note('1_first', await migration('1_first', 'SELECT 1;'))
    await migration('1_first', 'SELECT 2;')
    await migration('2_early', 'SELECT 3;')
    note('3_removed', 'x')
    note('4_failed', await migration('4_failed', 'SELECT 4;'), 'NULL')
    await migration('5_later', 'ALTER TABLE "Post" ADD COLUMN "subtitle" TEXT;')
    const { stdout } = await own.verify('--format', 'json')
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly code: string; readonly message: string; readonly fix: unknown }[]
    }
    expect(findings.map(({ code, message, fix }) => ({ code, message, fix }))).toEqual([
      {
        code: 'JG917',
        message: 'The migration 4_failed failed, and may be partly applied',
        fix: { kind: 'command', text: 'npx prisma@7 migrate resolve --rolled-back 4_failed' },
      },
      {
        code: 'JG916',
        message: 'The migration 3_removed was applied, but prisma/migrations has no folder with that name',
        fix: {
          kind: 'text',
          text: 'Restore the folder prisma/migrations/3_removed. To undo the migration, write a new one.',
        },
      },
      {
        code: 'JG916',
        message: 'The migration 1_first was changed after it was applied',
        fix: {
          kind: 'text',
          text: 'Undo the change in prisma/migrations/1_first/migration.sql, and write it into a new migration.',
        },
      },
      {
        code: 'JG916',
        message: 'The migration 2_early comes before 4_failed, which is already applied',
        fix: {
          kind: 'text',
          text: 'Rename the folder prisma/migrations/2_early so that it comes last. Then run: npx prisma@7 migrate deploy',
        },
      },
      {
        code: 'JG915',
        message: 'The migration 5_later is not applied',
        fix: { kind: 'command', text: 'npx prisma@7 migrate deploy' },
      },
      {
        code: 'JG902',
        message: 'The column Post.subtitle does not exist',
        fix: { kind: 'command', text: 'npx prisma@7 migrate deploy' },
      },
    ])
  })

  test('in a project with a `db:migrate` script, `verify` suggests running it', async () => {
    own.run('SELECT 1;')
    await writeFile(join(own.folder, 'package.json'), '{ "scripts": { "db:migrate": "node migrate.js" } }')
    await migration('1_first', own.ddl)
    const { stdout } = await own.verify('--format', 'json')
    const { findings } = JSON.parse(stdout) as {
      readonly findings: readonly { readonly code: string; readonly fix: unknown }[]
    }
    expect(findings.map(({ code }) => code)).toEqual(['JG915', 'JG901', 'JG901', 'JG901', 'JG901'])
    expect(new Set(findings.map(({ fix }) => JSON.stringify(fix)))).toEqual(
      new Set(['{"kind":"command","text":"npm run db:migrate"}']),
    )
  })

  describe('a project on Kysely without Prisma', () => {
    beforeEach(async () => {
      const schema = join(own.folder, 'schema.yaml')
      await writeFile(schema, `generate: { adapter: kysely }\n${await readFile(schema, 'utf8')}`)
    })

    const verified = async (): Promise<readonly string[]> => {
      const { stdout, stderr } = await own.verify('--format', 'json')
      expect(stderr).toBe('')
      const { findings } = JSON.parse(stdout) as {
        readonly findings: readonly { readonly code: string; readonly fix: { readonly text: string } }[]
      }
      return findings.map(({ code, fix }) => `${code} ${fix.text}`)
    }

    test.each([
      [['db:migrate'], 'npm run db:migrate', 'Then run: npm run db:migrate'],
      [[], "Apply the project's migrations.", "Apply the project's migrations."],
    ])('no message names a command of Prisma, with the scripts %j', async (scripts, apply, then) => {
      await writeFile(
        join(own.folder, 'package.json'),
        JSON.stringify({ scripts: Object.fromEntries(scripts.map((name) => [name, 'node x.js'])) }),
      )
      const { stderr } = await own.verify('--database', 'file:none.db')
      expect(stderr).toMatch(
        scripts.length > 0
          ? /To create the database, run your migrations first: npm run db:migrate\n$/
          : /To create the database, run your migrations first\.\n$/,
      )
      own.create((ddl) => ddl.replace('"title" TEXT', '"mine" TEXT, "title" INTEGER'))
      own.run(LIST)
      await migration('1_early', 'SELECT 1;')
      note('2_failed', await migration('2_failed', 'SELECT 4;'), 'NULL')
      await migration('3_later', 'SELECT 3;')
      const failed =
        "UPDATE _prisma_migrations SET rolled_back_at = CURRENT_TIMESTAMP WHERE migration_name = '2_failed' AND finished_at IS NULL;"
      expect(await verified()).toEqual([
        `JG917 ${failed}`,
        `JG916 Rename the folder prisma/migrations/1_early so that it comes last. ${then}`,
        `JG915 ${apply}`,
        'JG903 Write SQL that changes the table Post. No SQL is printed here, because it depends on parts of the table that the schema lacks.',
      ])
      own.run(failed)
      expect((await verified()).map((each) => each.slice(0, 5))).toEqual(['JG915', 'JG915', 'JG915', 'JG903'])
    })
  })

  test('a database that has other tables but no list of migrations has no pending migrations', async () => {
    own.create()
    await migration('1_first', own.ddl)
    expect(await found()).toEqual([])
  })

  test('the names of triggers and tables in migrations may contain spaces, and comments are ignored', async () => {
    const trigger = `CREATE TRIGGER "stamp it" AFTER INSERT ON "Tag" BEGIN SELECT 1; END;`
    own.create((ddl) => `${ddl}${trigger}`)
    await migration('1_first', `/* DROP TRIGGER "stamp it"; */ ${trigger}`)
    expect(await found()).toEqual([])
  })

  test('a trigger belongs to the database if a migration creates it, until a migration drops it or its table', async () => {
    const trigger = (name: string): string =>
      `CREATE TRIGGER "${name}" AFTER INSERT ON "Tag" BEGIN SELECT 1; END;`
    own.create((ddl) => `${ddl}${trigger('kept')}${trigger('dropped')}`)
    await migration(
      '1_first',
      `${trigger('kept')}${trigger('dropped')}${trigger('lost')}CREATE TRIGGER rebuilt AFTER INSERT ON "Post" BEGIN SELECT 1; END;`,
    )
    await migration(
      '2_later',
      '-- CREATE TRIGGER other AFTER INSERT ON Tag\nDROP TRIGGER dropped; DROP TABLE "Post";',
    )
    expect(await found()).toEqual([
      'JG912 The trigger dropped of Tag is in no migration',
      'JG912 The trigger lost of Tag does not exist, but the migration 1_first creates it',
    ])
  })
})

describe('verify: an unusable database', () => {
  const refusal = async (...options: readonly string[]) => {
    const { code, stdout, stderr } = await jsonapiGenHere(['verify', ...options], own.folder)
    return { code, stdout, stderr }
  }

  test.each([
    [
      [],
      `error: '--database <url>' is required, such as --database "$DATABASE_URL"\njsonapi-gen --help lists the commands, and jsonapi-gen help <command> lists the options of a command\n`,
    ],
    [['--database', 'dev.db'], '--database must be a URL. For sqlite, use --database file:./dev.db.\n'],
    [
      ['--database', 'postgresql://me:secret@localhost/x'],
      '--database is a URL for PostgreSQL, but the Prisma schema says provider = "sqlite". Use a URL such as --database file:./dev.db, or pass the schema of this database with --schema.\n',
    ],
    [
      ['--database', 'file:schema.yaml'],
      'FOLDER/schema.yaml is not an SQLite database. Use the path of an SQLite database: --database file:./dev.db.\n',
    ],
    [
      ['--database', 'file:./prisma'],
      'FOLDER/prisma is a folder. Use the path of the file: --database file:./dev.db.\n',
    ],
    [
      ['--database', 'file:none.db?connection_limit=1'],
      'There is no database at FOLDER/none.db. Use the path of an existing file, relative to this folder: --database file:./dev.db. To create the database, run your migrations first: npx prisma@7 migrate deploy\n',
    ],
    [
      ['--database', 'file:./100%.db'],
      '--database contains a % that does not begin an encoded character. Write %25 instead of %.\n',
    ],
  ])(
    '`verify` with %j exits with 2 and a message that contains the command to run',
    async (options, stderr) => {
      expect(await refusal(...options)).toEqual({
        code: 2,
        stdout: '',
        stderr: stderr.replace('FOLDER', own.folder),
      })
    },
  )

  test('if the schema does not set a Prisma schema, the message says what to add', async () => {
    await writeFile(
      join(own.folder, 'schema.yaml'),
      'resources: { notes: { public: true, attributes: { text: string } } }\n',
    )
    expect(await refusal('--database', 'file:x.db')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'schema.yaml does not set a Prisma schema, so the expected content of the database is unknown. Add this line: prisma: { schema: prisma/schema.prisma }. To write that file from the database: npx prisma@7 db pull\n',
    })
  })
})

const REPORT = `1. JG902 The column Post.subtitle does not exist
   prisma/schema.prisma:15:3
   GET /posts, GET /posts/{id}, POST /posts, PATCH /posts/{id} will return 500
   fix, as SQL:
     PRAGMA foreign_keys = OFF;
     CREATE TABLE "new_Post" (
       "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
       "slug" TEXT NOT NULL,
       "title" TEXT NOT NULL,
       "subtitle" TEXT,
       "status" TEXT NOT NULL DEFAULT 'draft',
       "views" INTEGER NOT NULL DEFAULT 0,
       "createdAt" DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
       "authorId" INTEGER NOT NULL,
       FOREIGN KEY ("authorId") REFERENCES "Author" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
     );
     INSERT INTO "new_Post" ("id", "slug", "title", "status", "views", "createdAt", "authorId") SELECT "id", "slug", "title", "status", "views", "createdAt", "authorId" FROM "Post";
     DELETE FROM sqlite_sequence WHERE name = 'new_Post';
     INSERT INTO sqlite_sequence (name, seq) SELECT 'new_Post', seq FROM sqlite_sequence WHERE name = 'Post';
     DROP TABLE "Post";
     ALTER TABLE "new_Post" RENAME TO "Post";
     CREATE UNIQUE INDEX "Post_slug_key" ON "Post" ("slug");
     CREATE INDEX "Post_authorId_idx" ON "Post" ("authorId");
     CREATE INDEX "Post_title_idx" ON "Post" ("title");
     PRAGMA foreign_keys = ON;

2. JG913 Post has no index on title
   prisma/schema.prisma:14:3
   GET /posts?sort=title will read every row
   fixed by the SQL of finding 1

3. JG910 The foreign key from Post.authorId to Author has onDelete: Cascade
   instead of Restrict
   prisma/schema.prisma:20:3
   DELETE /authors/{id} will also delete the records that refer to it
   fixed by the SQL of finding 1

`
