import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonapiGen } from '../generator/support/cli.js'
import { databases } from '../support/databases.js'
import { type OwnServer, ownServers, startOwn } from '../support/own-servers.js'
import { openDatabase, type OwnDatabase } from './support/own-database.js'
import { databaseOf, type Project, projectWith } from './support/project.js'

const DATAMODEL = `datasource db {
  provider = "PROVIDER"
}

model Note {
  id     Int      @id @default(autoincrement())
  title  String
  madeAt DateTime @default(now())
  state  State    @default(open)
}

enum State {
  open
  closed
}
`

const servers = databases.filter(({ name }) => name !== 'sqlite')

describe.each(servers)('verify/servers: the `verify` command on $name', ({ name }) => {
  const isPostgres = name === 'postgresql'
  const provider = isPostgres ? 'postgresql' : 'mysql'
  const example = `--database ${provider}://user:password@localhost:${isPostgres ? 5432 : 3306}/mydb`
  const title = isPostgres ? 'PostgreSQL' : 'MariaDB or MySQL'
  let project: Project
  let database: OwnDatabase

  beforeAll(async () => {
    project = await projectWith(DATAMODEL.replace('PROVIDER', provider), name)
    database = await databaseOf(project, name)
  }, 60_000)

  afterAll(async () => {
    await database.drop()
    await project.remove()
  })

  /** Runs the real command, with a changed URL. */
  const refusal = async (change: (url: URL) => void) => {
    const url = new URL(database.url)
    change(url)
    return jsonapiGen(['verify', '--database', url.href], project.folder)
  }
  const located = () => new URL(database.url)
  const home = () => located().pathname.slice(1)
  const place = () => `${located().hostname}:${located().port || (isPostgres ? 5432 : 3306)}`

  test(
    '`verify` exits with 0 if there is no difference and with 3 otherwise, and writes nothing',
    { timeout: 60_000 },
    async () => {
      expect(await refusal(() => {})).toMatchObject({
        code: 0,
        stdout: '',
        stderr: expect.stringMatching(/^No difference .*Nothing was written to the database\.\n$/),
      })
      const q = isPostgres ? '"' : '`'
      await database.run(`ALTER TABLE ${q}Note${q} DROP COLUMN ${q}title${q}`)
      expect(await refusal(() => {})).toMatchObject({
        code: 3,
        stdout: expect.stringContaining('1. JG902 The column Note.title does not exist'),
      })
      await database.run(
        `ALTER TABLE ${q}Note${q} ADD COLUMN ${q}title${q} ${isPostgres ? 'TEXT' : 'VARCHAR(191)'} NOT NULL`,
      )
    },
  )

  test(
    '`verify` reports a shorter text column and an enum with different values',
    { timeout: 60_000 },
    async () => {
      await database.run(
        isPostgres
          ? `ALTER TABLE "Note" ALTER COLUMN title TYPE VARCHAR(20); ALTER TYPE "State" ADD VALUE 'lost'`
          : "ALTER TABLE `Note` MODIFY title VARCHAR(20) NOT NULL, MODIFY state ENUM('open', 'closed', 'lost') NOT NULL DEFAULT 'open'",
      )
      const report = async () =>
        JSON.parse((await project.verify(database, '--format', 'json')).stdout) as Report
      const { findings } = await report()
      expect(findings.map(({ code, message, effect }) => `${code} ${message}: ${effect}`)).toEqual([
        `JG904 Note.title has the type ${isPostgres ? 'character varying(20) instead of text' : 'varchar(20) instead of varchar(191)'}: return 422 for values longer than 20`,
        'JG907 The enum of Note.state also has lost: return 500 for rows with lost',
      ])
      for (const { fix } of findings) await database.run(fix.text)
      expect((await report()).findings).toEqual([])
    },
  )

  test('`verify` reports an unreachable server', { timeout: 60_000 }, async () => {
    const port = await closedPort()
    const { code, stderr } = await refusal((url) => (url.port = String(port)))
    expect({
      code,
      stderr: stderr.replace(/(?<=: ).*ECONNREFUSED[^.]*(?:\.[\d.:]+)*(?=\. Start)/, 'REASON'),
    }).toEqual({
      code: 2,
      stderr: `No ${title} server responds at ${located().hostname}:${port}: REASON. Start the server, or correct the host and the port: ${example}.\n`,
    })
  })

  test('`verify` reports a database that does not exist', { timeout: 60_000 }, async () => {
    const { code, stderr } = await refusal((url) => (url.pathname = '/none'))
    const q = isPostgres ? '"' : '`'
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `The server at ${place()} has no database none. Use the name of an existing one: ${example}. To create it: CREATE DATABASE ${q}none${q}\n`,
    })
  })

  test(
    '`verify` reports a user who may not read the catalog, and lists the missing grants',
    { timeout: 60_000 },
    async () => {
      const user = `reader_${process.pid}`
      if (isPostgres) {
        await database.run(
          `CREATE USER ${user} PASSWORD 'p'; REVOKE SELECT ON pg_catalog.pg_index FROM PUBLIC`,
        )
      } else {
        await database.run(
          `CREATE USER ${user}@'%' IDENTIFIED BY 'p'; GRANT SELECT ON \`${home()}\`.* TO ${user}@'%'`,
        )
      }
      try {
        const asReader = (url: URL): void => {
          url.username = user
          url.password = 'p'
        }
        const { code, stderr } = await refusal(asReader)
        const place = `${located().hostname}:${located().port || (isPostgres ? 5432 : 3306)}/${home()}`
        expect({ code, stderr }).toEqual({
          code: 2,
          stderr: isPostgres
            ? `The user ${user} is not allowed to read the catalog of ${place}: permission denied for table pg_index. An administrator can grant access: GRANT SELECT ON pg_catalog.pg_index TO "${user}"\n`
            : `The user ${user} is not allowed to read the whole catalog of ${place}: the server hides parts of it from users without the privileges SELECT, REFERENCES, TRIGGER. An administrator can grant access: GRANT REFERENCES, TRIGGER ON \`${home()}\`.* TO '${user}'@'%'\n`,
        })
        await database.run(/(?<=grant access: ).*/.exec(stderr)?.[0] ?? '')
        expect(await refusal(asReader)).toMatchObject({ code: 0 })
      } finally {
        await database.run(
          isPostgres
            ? `DROP OWNED BY ${user}; DROP USER ${user}; GRANT SELECT ON pg_catalog.pg_index TO PUBLIC`
            : `DROP USER ${user}@'%'`,
        )
      }
    },
  )

  test(
    '`verify` rejects a URL for a different database, and a URL without a database',
    { timeout: 60_000 },
    async () => {
      const other = await jsonapiGen(['verify', '--database', 'file:x.db'], project.folder)
      expect(other).toEqual({
        code: 2,
        stdout: '',
        stderr: `--database is a URL for SQLite, but the Prisma schema says provider = "${provider}". Use a URL such as ${example}, or pass the schema of this database with --schema.\n`,
      })
      if (isPostgres) return
      expect(await refusal((url) => (url.pathname = ''))).toEqual({
        code: 2,
        stdout: '',
        stderr: `--database does not include the name of a database. Add it at the end: ${example}.\n`,
      })
    },
  )
})

describe.skipIf(!servers.some(({ name }) => name === 'postgresql'))(
  'verify/servers: PostgreSQL settings',
  () => {
    test('with a schema in the URL, the suggested SQL names that schema', { timeout: 60_000 }, async () => {
      const project = await projectWith(DATAMODEL.replace('PROVIDER', 'postgresql'), 'postgresql')
      const database = await openDatabase('postgresql')
      try {
        await database.run(`CREATE SCHEMA "my app"; SET search_path TO "my app"; ${project.ddl}
            DROP TABLE "Note"; DROP TYPE "State"; SET search_path TO public; CREATE TYPE "State" AS ENUM ('other')`)
        const url = `${database.url}${database.url.includes('?') ? '&' : '?'}schema=my%20app`
        const report = async () =>
          JSON.parse((await project.verify({ ...database, url }, '--format', 'json')).stdout) as Report
        const { findings } = await report()
        expect(findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
          'JG901 The table Note does not exist',
        ])
        await database.run(findings[0]?.fix.text ?? '')
        expect((await report()).findings).toEqual([])
        await database.run('DROP SCHEMA "my app" CASCADE')
        for (const { fix } of (await report()).findings) await database.run(fix.text)
        expect((await report()).findings).toEqual([])
      } finally {
        await database.drop()
        await project.remove()
      }
    })

    test(
      'a trigger that a migration drops from one table remains known on another table',
      { timeout: 60_000 },
      async () => {
        const model = 'model Page {\n  id Int @id\n}\n'
        const project = await projectWith(
          `${DATAMODEL.replace('PROVIDER', 'postgresql')}${model}`,
          'postgresql',
        )
        const database = await databaseOf(project, 'postgresql')
        try {
          const audit = (table: string): string =>
            `CREATE TRIGGER audit BEFORE INSERT ON "${table}" FOR EACH ROW EXECUTE FUNCTION stamp();`
          await database.run(
            `CREATE FUNCTION stamp() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$; ${audit('Note')}`,
          )
          await project.write(
            'prisma/migrations/1_first/migration.sql',
            `${audit('Note')}\n${audit('Page')}\nDROP TRIGGER audit ON "Page";`,
          )
          expect(await project.verify(database)).toMatchObject({ code: 0, stdout: '' })
        } finally {
          await database.drop()
          await project.remove()
        }
      },
    )

    test(
      '`verify` does not wait for a lock without end, and names the sessions that hold one',
      { timeout: 60_000 },
      async () => {
        const project = await projectWith(DATAMODEL.replace('PROVIDER', 'postgresql'), 'postgresql')
        const database = await databaseOf(project, 'postgresql')
        const { host, pathname } = new URL(database.url)
        const other = new Client({ connectionString: database.url })
        try {
          await database.run('CREATE TABLE "Page" (id int)')
          await database.run(`SET application_name TO 'nightly'; BEGIN; LOCK TABLE "Note"`)
          await other.connect()
          const { code, stderr } = await project.verify(database)
          expect({ code, stderr: stderr.replaceAll(/(?<=process |backend\()\d+/g, 'PID') }).toEqual({
            code: 2,
            stderr: `${host}${pathname}: canceling statement due to lock timeout. The process PID (nightly) locks Note. Wait until it ends, or end it: SELECT pg_terminate_backend(PID)\n`,
          })
          await other.query(`SET application_name TO 'copy'; BEGIN; LOCK TABLE "Page"`)
          const { stderr: both } = await project.verify(database)
          expect(both.replaceAll(/(?<=process )\d+/g, 'PID')).toBe(
            `${host}${pathname}: canceling statement due to lock timeout. The process PID (nightly) locks Note. The process PID (copy) locks Page. Wait until they end.\n`,
          )
        } finally {
          await other.end()
          await database.run('ROLLBACK')
          await database.drop()
          await project.remove()
        }
      },
    )

    test(
      '`verify` reports a database that fills in local times because of its time zone, and suggests SQL that corrects the time zone',
      { timeout: 60_000 },
      async () => {
        const project = await projectWith(DATAMODEL.replace('PROVIDER', 'postgresql'), 'postgresql')
        const database = await databaseOf(project, 'postgresql')
        try {
          await database.run(
            `ALTER DATABASE "${new URL(database.url).pathname.slice(1)}" SET timezone TO 'Europe/London'`,
          )
          const { findings } = JSON.parse(
            (await project.verify(database, '--format', 'json')).stdout,
          ) as Report
          expect(findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
            'JG914 The time zone of database sessions is Europe/London instead of UTC',
          ])
          await database.run(findings[0]?.fix.text ?? '')
          expect((await project.verify(database)).code).toBe(0)
        } finally {
          await database.drop()
          await project.remove()
        }
      },
    )
  },
)

interface Report {
  readonly findings: readonly {
    readonly code: string
    readonly effect: string
    readonly message: string
    readonly fix: { readonly text: string }
  }[]
}

const LENGTHS = `model Extra {
  id   Int    @id @default(autoincrement())
  text String @db.Text
  slug String @db.Text

  @@index([text(length: 100)])
  @@unique([slug(length: 50)], map: "one_slug")
}
`

describe.skipIf(!servers.some(({ name }) => name === 'mariadb'))('verify/servers: MariaDB', () => {
  test(
    'an index over the beginning of a text is compared and created with its length',
    { timeout: 60_000 },
    async () => {
      const datamodel = DATAMODEL.replace('PROVIDER', 'mysql')
      const project = await projectWith(datamodel, 'mariadb')
      const database = await databaseOf(project, 'mariadb')
      try {
        await project.write('prisma/schema.prisma', `${datamodel}${LENGTHS}`)
        await database.run(`CREATE TABLE \`Extra\` (id INTEGER NOT NULL AUTO_INCREMENT PRIMARY KEY, text TEXT NOT NULL, slug TEXT NOT NULL,
          INDEX \`Extra_text_idx\` (text(100)), UNIQUE INDEX one_slug (slug(50))) DEFAULT CHARACTER SET utf8mb4`)
        const report = async () =>
          JSON.parse((await project.verify(database, '--format', 'json')).stdout) as Report
        expect((await report()).findings).toEqual([])
        await database.run('DROP INDEX `Extra_text_idx` ON `Extra`; DROP INDEX one_slug ON `Extra`')
        const { findings } = await report()
        expect(findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
          'JG908 Extra has no unique key on slug',
          'JG913 Extra has no index on text',
        ])
        for (const { fix } of findings) await database.run(fix.text)
        expect((await report()).findings).toEqual([])
      } finally {
        await database.drop()
        await project.remove()
      }
    },
  )

  test(
    'a user whose role is not in use may not read the whole catalog, and a wider type remains as it is',
    { timeout: 60_000 },
    async () => {
      const project = await projectWith(DATAMODEL.replace('PROVIDER', 'mysql'), 'mariadb')
      const database = await databaseOf(project, 'mariadb')
      const user = `member_${process.pid}`
      const home = new URL(database.url).pathname.slice(1)
      try {
        await database.run('ALTER TABLE `Note` MODIFY title LONGTEXT NULL')
        const { findings } = JSON.parse((await project.verify(database, '--format', 'json')).stdout) as Report
        expect(findings.map(({ fix }) => fix.text)).toEqual([
          'ALTER TABLE `Note` MODIFY COLUMN `title` longtext NOT NULL;',
        ])
        await database.run(
          `CREATE ROLE ${user}_role; GRANT ALL ON \`${home}\`.* TO ${user}_role; CREATE USER ${user}@'%' IDENTIFIED BY 'p'; GRANT ${user}_role TO ${user}@'%'; GRANT SELECT ON \`${home}\`.* TO ${user}@'%'`,
        )
        const url = new URL(database.url)
        url.username = user
        url.password = 'p'
        expect(await project.verify({ ...database, url: url.href })).toMatchObject({
          code: 2,
          stderr: expect.stringContaining('GRANT REFERENCES, TRIGGER ON'),
        })
      } finally {
        await database.run(`DROP USER IF EXISTS ${user}@'%'; DROP ROLE IF EXISTS ${user}_role`)
        await database.drop()
        await project.remove()
      }
    },
  )
})

describe.skipIf(!ownServers.includes('mariadb'))('verify/servers: MariaDB settings', () => {
  let server: OwnServer

  beforeAll(async () => {
    server = await startOwn.mariadb()
  }, 120_000)

  afterAll(() => server.stop())

  test(
    '`verify` reports a time zone and an sql_mode that change values, suggests SQL that corrects them, and only reads from the server',
    { timeout: 120_000 },
    async () => {
      const project = await projectWith(DATAMODEL.replace('PROVIDER', 'mysql'), 'mariadb')
      const database = await openDatabase('mariadb', server.url)
      try {
        await database.run(project.ddl)
        await database.run(
          "SET GLOBAL time_zone = '+02:00'; SET GLOBAL sql_mode = 'ANSI_QUOTES,HIGH_NOT_PRECEDENCE,EMPTY_STRING_IS_NULL,PAD_CHAR_TO_FULL_LENGTH'",
        )
        const { findings } = JSON.parse((await project.verify(database, '--format', 'json')).stdout) as Report
        expect(findings.map(({ code, message }) => `${code} ${message}`)).toEqual([
          'JG914 The time zone of database sessions is +02:00 instead of UTC',
          'JG914 sql_mode has neither STRICT_TRANS_TABLES nor STRICT_ALL_TABLES',
          'JG914 sql_mode has EMPTY_STRING_IS_NULL',
          'JG914 sql_mode has HIGH_NOT_PRECEDENCE',
          'JG914 sql_mode has PAD_CHAR_TO_FULL_LENGTH',
        ])
        for (const { fix } of findings) await database.run(fix.text)
        expect(await valueOf('@@global.sql_mode', server.url)).toBe('ANSI_QUOTES,STRICT_TRANS_TABLES')
        const url = database.url.replace('root@', 'tested@')
        expect((await project.verify({ ...database, url })).code).toBe(0)
        const received = await receivedFrom('tested', server.url)
        expect(received.length).toBeGreaterThan(5)
        expect(received.filter((text) => !/^(?:SELECT|SHOW|SET SESSION)\b/i.test(text))).toEqual([])
      } finally {
        await database.drop()
        await project.remove()
      }
    },
  )

  test(
    '`verify` reads the whole catalog in a session whose queries are cut off',
    { timeout: 120_000 },
    async () => {
      const project = await projectWith(DATAMODEL.replace('PROVIDER', 'mysql'), 'mariadb')
      const database = await openDatabase('mariadb', server.url)
      try {
        await database.run(project.ddl)
        await database.run("SET GLOBAL time_zone = '+00:00'; SET GLOBAL sql_select_limit = 1")
        expect(await project.verify(database)).toMatchObject({ code: 0 })
      } finally {
        await database.run('SET GLOBAL sql_select_limit = DEFAULT')
        await database.drop()
        await project.remove()
      }
    },
  )

  test(
    '`verify` ends with 2 and a message if the server cancels its query',
    { timeout: 120_000 },
    async () => {
      const project = await projectWith(DATAMODEL.replace('PROVIDER', 'mysql'), 'mariadb')
      const database = await openDatabase('mariadb', server.url)
      const { host, pathname } = new URL(database.url)
      try {
        await database.run(project.ddl)
        await database.run('SET GLOBAL max_statement_time = 0.000001')
        expect(await project.verify(database)).toEqual({
          code: 2,
          stdout: '',
          stderr: `${host}${pathname}: Query execution was interrupted (max_statement_time exceeded). Correct this, and run the command again: --database mysql://user:password@localhost:3306/mydb\n`,
        })
      } finally {
        await database.run('SET GLOBAL max_statement_time = 0')
        await database.drop()
        await project.remove()
      }
    },
  )
})

/** The value of an expression on a server. */
async function valueOf(expression: string, url: string): Promise<string> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
  try {
    const [rows] = await connection.query<RowDataPacket[]>(`SELECT ${expression} AS value`)
    return String(rows[0]?.['value'])
  } finally {
    await connection.end()
  }
}

/** The statements in the log of the test's own server. */
async function receivedFrom(user: string, url: string): Promise<readonly string[]> {
  const connection = await createConnection(url.replace(/^mariadb:/, 'mysql:'))
  try {
    const [rows] = await connection.query<RowDataPacket[]>(
      `SELECT CAST(argument AS CHAR) AS text FROM mysql.general_log WHERE user_host LIKE '${user}%' AND command_type IN ('Query', 'Execute')`,
    )
    return rows.map(({ text }) => String(text).trim())
  } finally {
    await connection.end()
  }
}

/** A port on which nothing listens. */
function closedPort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
