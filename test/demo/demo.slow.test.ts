import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

test(
  '`npm run demo` shows each request with its response, and exits with 0',
  { timeout: 120_000 },
  async () => {
    const { code, stdout } = await demo([])
    expect(code).toBe(0)
    const shown = [...stdout.matchAll(/^(GET|POST) (\S+)\n(?:\{[\s\S]*?^\}\n)?(\d{3})/gm)].map(
      ([, method, path, status]) => `${method} ${path} ${status}`,
    )
    expect(shown).toEqual([
      'GET /posts?filter[name][prefix]=Hello&fields[posts]=title,status 200',
      'GET /posts/1?include=comments.author&page[comments][size]=1&fields[posts]=title,comments&fields[comments]=body,author&fields[authors]=name 200',
      'GET /posts?filter[status]=published&stats[total]=count&stats[views]=sum,average&page[size]=1&fields[posts]=title,views 200',
      'GET /posts?sort=-views&page[size]=2&page[number]=2&fields[posts]=title,views&extra_fields[posts]=readingTime 200',
      'GET /posts?filter[titel]=Hello 400',
      'POST /posts 422',
    ])
    expect(stdout).toContain('"pointer": "/included/0/attributes"')
    // oxlint-disable-next-line no-control-regex -- no colors without a terminal
    expect(stdout).not.toMatch(/\u001B\[/)
  },
)

test(
  '`PORT=0 npm run demo -- --serve` prints its URLs, serves requests, and ends when it is interrupted',
  { timeout: 120_000 },
  async () => {
    const child = spawn('npm', ['run', '--silent', 'demo', '--', '--serve'], {
      cwd: at(''),
      detached: true,
      env: { ...process.env, NODE_ENV: undefined, PORT: '0' },
    })
    let printed = ''
    while (!printed.includes('/explorer shows')) {
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer]
      printed += chunk.toString()
    }
    const [address = ''] = /http:\/\/127\.0\.0\.1:\d+\/posts/.exec(printed) ?? []
    const response = await fetch(`${address}?page[size]=1&fields[posts]=title`)
    const { data } = (await response.json()) as { data: { attributes: unknown }[] }
    expect(data.map(({ attributes }) => attributes)).toEqual([{ title: 'Hello, world' }])
    const [explorer = ''] = /http:\/\/127\.0\.0\.1:\d+\/explorer/.exec(printed) ?? []
    const page = await fetch(explorer)
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('<title>API explorer</title>'),
    ])
    process.kill(-(child.pid ?? 0), 'SIGINT')
    await once(child, 'close')
  },
)

test('the demo rejects an invalid port with a message, and exits with 1', { timeout: 120_000 }, async () => {
  const { code, stderr } = await demo(['--port', 'eighty'])
  expect(code).toBe(1)
  expect(stderr).toContain('--port must be a number from 0 to 65535, not "eighty".')
  expect((await compiled(['--serve'], { PORT: '99999' })).stderr).toContain(
    'PORT must be a number from 0 to 65535, not "99999".',
  )
})

test.each([
  ['demo', compiled],
  ['demo:saas', (args: readonly string[], env: NodeJS.ProcessEnv) => demo(args, env, 'demo:saas')],
] as const)(
  'if a port is already in use, `npm run %s` says how to choose another port',
  { timeout: 120_000 },
  async (script, started) => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    try {
      const { code, stdout, stderr } = await started(['--serve'], { PORT: String(port) })
      expect({ code, stdout, stderr }).toEqual({
        code: 1,
        stdout: '',
        stderr: `Port ${port} is taken. Choose another one: npm run ${script} -- --serve --port ${port + 1}\n`,
      })
    } finally {
      taken.close()
    }
  },
)

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a script of package.json, which builds and compiles before it starts the example. */
function demo(args: readonly string[], env: NodeJS.ProcessEnv = {}, script = 'demo'): Promise<Ended> {
  return ended('npm', ['run', '--silent', script, '--', ...args], env)
}

/** Starts what `npm run demo` starts after the blog is compiled. */
function compiled(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  return ended(process.execPath, [at('examples/blog/dist/demo.js'), ...args], env)
}

async function ended(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const child = spawn(command, args, { cwd: at(''), env: { ...process.env, ...env } })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  return { code, stdout, stderr }
}
