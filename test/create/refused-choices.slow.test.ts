import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended } from '../generator/support/cli.js'
import { emptyFolder, folderWith, textsUnder } from '../generator/support/folder.js'
import { createHere } from './support/run.js'

const PROGRAM = at('create/bin/create-jsonapi-gen.js')
const PACKED = { 'packs/jsonapi-gen-0.1.0.tgz': '', 'packs/jsonapi-gen-runtime-0.1.0.tgz': '' }
const refused = (message: string) => ({ code: 2, stdout: '', stderr: `${message}\n` })

describe('create/refusals: one message, what to do, and nothing left behind (20.22)', () => {
  test('a folder that is not empty', async () => {
    const files = { 'api/a.txt': 'a', 'api/b.txt': 'b', 'api/c.txt': 'c', 'api/d.txt': 'd' }
    const folder = await folderWith(files)
    expect(await createHere(['api', '--yes'], folder)).toEqual(
      refused(
        'api is not empty: it contains a.txt, b.txt, c.txt …. Choose an empty folder, or run `npx jsonapi-gen init --server` in the project. Nothing was written.',
      ),
    )
    expect(await textsUnder(folder)).toEqual(files)
  })

  test('a file where the folder should be, or above it', async () => {
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

  test('a folder where nothing can be made, in which Node would retry forever, and one that cannot be written to', async () => {
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

  test('a database that does not respond', async () => {
    const folder = await emptyFolder()
    const port = await closedPort()
    const url = `postgresql://me@127.0.0.1:${port}/shop`
    expect(
      await createHere(['api', '--yes', '--database', 'postgresql', '--database-url', url], folder),
    ).toEqual(
      refused(
        `No postgresql responds at 127.0.0.1:${port} (ECONNREFUSED). Start it, or give its URL: --database-url postgresql://user:password@host:5432/name Nothing was written.`,
      ),
    )
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    ['postgresql', 'says nothing', '', 'it takes too long'],
    ['mariadb', 'says nothing', '', 'it takes too long'],
    [
      'postgresql',
      'is another program',
      'HTTP/1.1 400 Bad Request\r\n\r\n',
      'another program responds there',
    ],
    ['mariadb', 'is another program', 'SSH-2.0-OpenSSH_9.6\r\n', 'another program responds there'],
  ])('a port of %s that %s: no database', async (database, _what, greeting, fault) => {
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
      said: `No ${database} responds at 127.0.0.1:${port} (${fault})`,
    })
    expect(await readdir(folder)).toEqual([])
  })

  test('on a terminal, only the address is asked for again, and later errors can be retried', async () => {
    const folder = await folderWith({ 'api/a.txt': '' })
    const port = await closedPort()
    const fault = `No postgresql responds at 127.0.0.1:${port} (ECONNREFUSED). Start it, or give its URL: --database-url postgresql://user:password@host:5432/name`
    const server = createServer((socket) => socket.end('N')).listen(0, '127.0.0.1')
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
        `Its URL, or Enter to try again (${url(port)}): ${fault}`,
        `Its URL, or Enter to try again (${url(port)}): api is not empty: it contains a.txt. Choose an empty folder, or run \`npx jsonapi-gen init --server\` in the project. Nothing was written.`,
        '',
        'With the same answers:',
        `  npm create jsonapi-gen@latest api -- --framework hono --database postgresql --database-url "${url(there)}"`,
        '',
      ],
    })
  })

  test.each([
    ['mysql://root@localhost/shop', 'A URL of postgresql must begin with "postgresql:"'],
    ['shop', 'A URL of postgresql must begin with "postgresql:"'],
    ['postgresql://me@localhost:5432', 'The URL must end with the name of a database'],
  ])('an address of the wrong kind for the database: %s', async (url, message) => {
    const folder = await emptyFolder()
    expect(
      await createHere(['api', '--yes', '--database', 'postgresql', '--database-url', url], folder),
    ).toEqual(
      refused(`${message}: --database-url postgresql://user:password@host:5432/name Nothing was written.`),
    )
    expect(await readdir(folder)).toEqual([])
  })

  test('no network: the message of the package manager, and the folder is deleted', async () => {
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
      last: 'The packages cannot be installed. Check the connection to the registry, or use a folder with packed files: --packages <folder>. Nothing was left behind.',
    })
    expect(stderr).toContain('ECONNREFUSED')
    expect((await readdir(folder)).filter((name) => name !== 'cache')).toEqual([])
  })

  test('packages that cannot be installed: an existing empty folder stays, with its repository', async () => {
    const folder = await folderWith({ ...PACKED, 'api/.git/HEAD': 'ref: refs/heads/main\n' })
    const { code, stderr } = await createHere(['api', '--yes', '--packages', 'packs'], folder)
    expect({ code, last: stderr.trimEnd().split('\n').at(-1) }).toMatchObject({
      code: 2,
      last: expect.stringMatching(/^The packages cannot be installed\. .* Nothing was left behind\.$/),
    })
    expect(await textsUnder(join(folder, 'api'))).toEqual({ '.git/HEAD': 'ref: refs/heads/main\n' })
  })

  test('a folder of packages that lacks one', async () => {
    const folder = await folderWith({ 'packs/jsonapi-gen-0.1.0.tgz': '' })
    const message = (name: string): string =>
      `${join(folder, name)} has no packed ${name === 'packs' ? '@jsonapi-gen/runtime' : 'jsonapi-gen'}. Put the output of \`npm pack ${name === 'packs' ? '@jsonapi-gen/runtime' : 'jsonapi-gen'}\` there, and run this again. Nothing was written.`
    for (const name of ['packs', 'none']) {
      expect(await createHere(['api', '--yes', '--packages', name], folder)).toEqual(refused(message(name)))
    }
    expect(await readdir(folder)).toEqual(['packs'])
  })

  test('an old Node', async () => {
    const folder = await emptyFolder()
    const old =
      'Object.defineProperty(process, "versions", { value: { ...process.versions, node: "18.20.4" } })'
    expect(await ended(['--import', `data:text/javascript,${old}`, PROGRAM, 'api', '--yes'], folder)).toEqual(
      refused(
        'This needs Node 20.19 or newer, and runs on 18.20.4. Install one from https://nodejs.org, and run it again. Nothing was written.',
      ),
    )
    expect(await readdir(folder)).toEqual([])
  })

  test.each([
    [['--framework', 'koa'], '--framework must be one of express, fastify, hono, not "koa"'],
    [['--database', 'oracle'], '--database must be one of sqlite, postgresql, mariadb, not "oracle"'],
    [['--package-manager', 'yarn'], '--package-manager must be one of npm, pnpm, not "yarn"'],
    [['--colour'], "Unknown option '--colour'"],
    [['a', 'b'], 'Give one folder, not 2'],
  ])('an unknown option: %j', async (parameters, message) => {
    const folder = await emptyFolder()
    expect(await createHere(parameters, folder)).toEqual(
      refused(`${message}. --help lists the options. Nothing was written.`),
    )
  })

  test('an interruption: it removes the written files, and ends with 130', async () => {
    const folder = await emptyFolder()
    await mkdir(join(folder, 'packs'))
    // A registry that never answers.
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

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
