import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended } from '../generator/support/cli.js'
import { emptyFolder, folderWith, textsUnder } from '../generator/support/folder.js'
import { PLACES } from './support/databases.js'
import { createHere } from './support/run.js'

const PROGRAM = at('create/bin/create-jsonapi-gen.js')
const PACKED = {
  'packs/jsonapi-gen-0.1.0.tgz': '',
  'packs/jsonapi-gen-runtime-0.1.0.tgz': '',
  'packs/jsonapi-gen-openapi-0.1.0.tgz': '',
  'packs/jsonapi-gen-explorer-0.1.0.tgz': '',
}
const refused = (message: string) => ({ code: 2, stdout: '', stderr: `${message}\n` })

describe('create/refusals: an invalid choice causes a single message with instructions, and leaves nothing behind (20.22)', () => {
  test('`create` rejects a folder that is not empty', async () => {
    const files = { 'api/a.txt': 'a', 'api/b.txt': 'b', 'api/c.txt': 'c', 'api/d.txt': 'd' }
    const folder = await folderWith(files)
    expect(await createHere(['api', '--yes'], folder)).toEqual(
      refused(
        'api is not empty: it contains a.txt, b.txt, c.txt …. Choose an empty folder, or run `npx jsonapi-gen init --server` in the project. Nothing was written.',
      ),
    )
    expect(await textsUnder(folder)).toEqual(files)
  })

  test('`create` rejects a folder if its path, or the path of a parent folder, is a file', async () => {
    const folder = await folderWith({ api: '' })
    expect(await createHere(['api', '--yes'], folder)).toEqual(
      refused('api is a file. Choose a different folder. Nothing was written.'),
    )
    expect(await createHere(['api/deep', '--yes'], folder)).toEqual(
      refused(
        `api/deep cannot be made (ENOTDIR: not a directory, mkdir '${join(folder, 'api/deep')}'). Choose a different folder. Nothing was written.`,
      ),
    )
    expect(await textsUnder(folder)).toEqual({ api: '' })
  })

  test('`create` rejects a folder that cannot be created, that makes Node retry forever or that is not writable', async () => {
    const folder = await emptyFolder()
    expect(await createHere(['/proc/my-api/deep', '--yes'], folder)).toEqual(
      refused(
        "/proc/my-api/deep cannot be made (ENOENT: no such file or directory, mkdir '/proc/my-api'). Choose a different folder. Nothing was written.",
      ),
    )
    const { code, stderr } = await createHere(['/proc/tty/ldisc', '--yes'], folder)
    expect([code, stderr.replace(/(?<=\.create-)\w+/, '…')]).toEqual([
      2,
      "/proc/tty/ldisc cannot be written to (ENOENT: no such file or directory, mkdtemp '/proc/tty/ldisc/.create-…'). Choose a different folder. Nothing was written.\n",
    ])
  })

  test.each(['shop', 'half%'])('`create` reports a database that does not respond: %s', async (name) => {
    const folder = await emptyFolder()
    const port = await closedPort()
    const url = `postgresql://me@127.0.0.1:${port}/${name}`
    expect(
      await createHere(['api', '--yes', '--database', 'postgresql', '--database-url', url], folder),
    ).toEqual(
      refused(
        `No postgresql server responds at 127.0.0.1:${port} (ECONNREFUSED). Start a server, or pass the URL of a different one: --database-url postgresql://user:password@host:5432/name Nothing was written.`,
      ),
    )
    expect(await readdir(folder)).toEqual([])
  })

  test.each(PLACES.filter(({ database }) => database !== 'sqlite'))(
    '`create` detects that a $database database does not exist before anything is packed',
    async ({ database, empty }) => {
      const name = `refused_${process.pid}`
      const { url, drop } = await empty(name)
      const folder = await emptyFolder()
      const options = ['--yes', '--database', database, '--database-url', url, '--packages', 'none']
      const missing = refused(
        `${join(folder, 'none')} does not contain a packed jsonapi-gen. Put the output of \`npm pack jsonapi-gen\` there, and run the command again. Nothing was left behind.`,
      )
      expect(await createHere(['api', ...options], folder)).toEqual(missing)
      await drop()
      const { hostname, port, protocol } = new URL(url)
      const place = `${hostname}:${port || (database === 'mariadb' ? 3306 : 5432)}`
      expect(await createHere(['api', ...options], folder)).toEqual(
        refused(
          `The database ${name} does not exist at ${place}. Create it with CREATE DATABASE, or use a different database: --database-url ${protocol}//user:password@host:${database === 'mariadb' ? 3306 : 5432}/name Nothing was written.`,
        ),
      )
      expect(await readdir(folder)).toEqual([])
    },
  )

  test.each([
    ['postgresql', 'sends no data', '', 'it did not respond in time'],
    ['mariadb', 'sends no data', '', 'it did not respond in time'],
    [
      'postgresql',
      'belongs to another program',
      'HTTP/1.1 400 Bad Request\r\n\r\n',
      'a different program is listening there',
    ],
    [
      'mariadb',
      'belongs to another program',
      'SSH-2.0-OpenSSH_9.6\r\n',
      'a different program is listening there',
    ],
  ])(
    '`create` does not accept a port for %s that %s as a database',
    async (database, _what, greeting, fault) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined)
        if (greeting !== '') socket.write(greeting)
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const folder = await emptyFolder()
      const scheme = database === 'mariadb' ? 'mysql' : database
      const url = `${scheme}://me@127.0.0.1:${port}/shop`
      const { code, stderr } = await createHere(
        ['api', '--yes', '--database', database, '--database-url', url],
        folder,
      )
      server.close()
      expect({ code, said: stderr.split('. ')[0] }).toEqual({
        code: 2,
        said: `No ${database} server responds at 127.0.0.1:${port} (${fault})`,
      })
      expect(await readdir(folder)).toEqual([])
    },
  )

  test('on a terminal, `create` asks again only for the database URL, and later errors can be retried', async () => {
    const folder = await folderWith({ 'api/a.txt': '' })
    const port = await closedPort()
    const fault = `No postgresql server responds at 127.0.0.1:${port} (ECONNREFUSED). Start a server, or pass the URL of a different one: --database-url postgresql://user:password@host:5432/name`
    const server = createServer((socket) => socket.end(PASSWORD_WANTED)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const there = (server.address() as AddressInfo).port
    const url = (of: number): string => `postgresql://me@127.0.0.1:${of}/my shop`
    const answers = ['hono', 'postgresql', url(port), '', url(there)]
    const { code, stderr } = await createHere(['api'], folder, { answers })
    server.close()
    expect({ code, said: stderr.split('\n') }).toEqual({
      code: 2,
      said: [
        `Framework: express, fastify, hono? (express): Database: sqlite, postgresql, mariadb? (sqlite): Its URL (postgresql://postgres@localhost:5432/api): ${fault}`,
        `Enter its URL, or press Enter to try again (${url(port)}): ${fault}`,
        `Enter its URL, or press Enter to try again (${url(port)}): api is not empty: it contains a.txt. Choose an empty folder, or run \`npx jsonapi-gen init --server\` in the project. Nothing was written.`,
        '',
        'With the same answers:',
        `  npm create jsonapi-gen@latest api -- --framework hono --database postgresql --database-url "${url(there)}"`,
        '',
      ],
    })
  })

  test.each([
    ['mysql://root@localhost/shop', 'A URL for postgresql must begin with "postgresql:"'],
    ['shop', 'A URL for postgresql must begin with "postgresql:"'],
    ['postgresql://me@localhost:5432', 'The URL must end with the name of a database'],
  ])('`create` rejects a database URL of the wrong kind: %s', async (url, message) => {
    const folder = await emptyFolder()
    expect(
      await createHere(['api', '--yes', '--database', 'postgresql', '--database-url', url], folder),
    ).toEqual(
      refused(`${message}: --database-url postgresql://user:password@host:5432/name Nothing was written.`),
    )
    expect(await readdir(folder)).toEqual([])
  })

  test("without a network, `create` shows the package manager's message, and deletes the folder", async () => {
    const folder = await emptyFolder()
    const port = await closedPort()
    const env = {
      ...process.env,
      npm_config_registry: `http://127.0.0.1:${port}/`,
      npm_config_cache: join(folder, 'cache'),
      npm_config_fetch_retries: '0',
    }
    const { code, stderr } = await ended([PROGRAM, 'deep/api', '--yes'], folder, env)
    expect({ code, last: stderr.trimEnd().split('\n').at(-1) }).toEqual({
      code: 2,
      last: 'The packages could not be installed. Check the connection to the registry, or use a folder with packed files: --packages <folder>. Nothing was left behind.',
    })
    expect(stderr).toContain('ECONNREFUSED')
    expect((await readdir(folder)).filter((name) => name !== 'cache')).toEqual([])
  })

  test('if packages cannot be installed, `create` keeps an existing empty folder and its repository', async () => {
    const folder = await folderWith({ ...PACKED, 'api/.git/HEAD': 'ref: refs/heads/main\n' })
    const { code, stderr } = await createHere(['api', '--yes', '--packages', 'packs'], folder)
    expect({ code, last: stderr.trimEnd().split('\n').at(-1) }).toMatchObject({
      code: 2,
      last: expect.stringMatching(/^The packages could not be installed\. .* Nothing was left behind\.$/),
    })
    expect(await textsUnder(join(folder, 'api'))).toEqual({ '.git/HEAD': 'ref: refs/heads/main\n' })
  })

  test('`create` rejects a package folder without one of its packages', async () => {
    const folder = await folderWith({ 'packs/jsonapi-gen-0.1.0.tgz': '' })
    const message = (name: string): string =>
      `${join(folder, name)} does not contain a packed ${name === 'packs' ? '@jsonapi-gen/runtime' : 'jsonapi-gen'}. Put the output of \`npm pack ${name === 'packs' ? '@jsonapi-gen/runtime' : 'jsonapi-gen'}\` there, and run the command again. Nothing was left behind.`
    for (const name of ['packs', 'none']) {
      expect(await createHere(['api', '--yes', '--packages', name], folder)).toEqual(refused(message(name)))
    }
    expect(await readdir(folder)).toEqual(['packs'])
  })

  test('`create` rejects an old version of Node', async () => {
    const folder = await emptyFolder()
    const old =
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.4" } })'
    expect(await ended(['--import', `data:text/javascript,${old}`, PROGRAM, 'api', '--yes'], folder)).toEqual(
      refused(
        'This requires Node 20.19 or newer, but runs on 18.20.4. Install a newer version from https://nodejs.org, and run the command again. Nothing was written.',
      ),
    )
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    [['--framework', 'koa'], '--framework must be one of express, fastify, hono, not "koa"'],
    [['--database', 'oracle'], '--database must be one of sqlite, postgresql, mariadb, not "oracle"'],
    [['--package-manager', 'yarn'], '--package-manager must be one of npm, pnpm, not "yarn"'],
    [['--colour'], "Unknown option '--colour'"],
    [['a', 'b'], 'Expected one folder, but got 2'],
  ])('`create` rejects an unknown option: %j', async (parameters, message) => {
    const folder = await emptyFolder()
    expect(await createHere(parameters, folder)).toEqual(
      refused(`${message}. --help lists the options. Nothing was written.`),
    )
  })

  test('an interrupted `create` removes the written files and exits with 130', async () => {
    const folder = await emptyFolder()
    await mkdir(join(folder, 'packs'))
    // A registry that never responds.
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    await writeFile(join(folder, '.npmrc'), '')
    const { spawn } = await import('node:child_process')
    const child = spawn(process.execPath, [PROGRAM, 'api', '--yes'], {
      cwd: folder,
      env: {
        ...process.env,
        npm_config_registry: `http://127.0.0.1:${port}/`,
        npm_config_cache: join(folder, 'cache'),
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const end = once(child, 'close')
    await once(silent, 'connection')
    child.kill('SIGINT')
    expect(await end).toEqual([130, null])
    silent.close()
    expect((await readdir(folder)).filter((name) => name === 'api')).toEqual([])
  })
})

/** PostgreSQL's request for a password. */
const PASSWORD_WANTED = Buffer.from([82, 0, 0, 0, 8, 0, 0, 0, 3])

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
