import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

test(
  '`npm run demo:saas` shows each request with its response, and exits with 0',
  { timeout: 120_000 },
  async () => {
    const child = spawn('npm', ['run', '--silent', 'demo:saas'], { cwd: at('') })
    let printed = ''
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))
    const [code] = (await once(child, 'close')) as [number]
    expect(code).toBe(0)
    const shown = [
      ...printed.matchAll(
        /^(GET|POST|PATCH) ([^\s?]+)\S*\n(?:Idempotency-Key: \S+\n)?(?:\{[\s\S]*?^\}\n)?(\d{3})/gm,
      ),
    ].map(([, method, path, status]) => `${method} ${path} ${status}`)
    expect(shown).toEqual([
      'POST /session 200',
      'GET /invoices 200',
      'GET /invoices 200',
      'POST /invoices 201',
      'POST /invoices 201',
      'POST /invoices/1~3/-actions/send 200',
      'PATCH /users/2 403',
      'GET /invoices/2~1 404',
    ])
    expect(printed).toContain('"pointer": "/data/relationships/memberships/data/0"')
    expect(printed).not.toContain('Umbrella')
  },
)
