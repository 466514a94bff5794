import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { showRequests } from './demo-requests.js';
import { PASSWORD, PEOPLE, seed } from './seed.js';
import { createTables } from './tables.js';

/**
 * Creates and fills a database, serves the application, and shows its responses. With `--serve`, it continues to serve.
 */
async function demo(): Promise<void> {
  const { values } = parseArgs({ options: { serve: { type: 'boolean' }, port: { type: 'string' } } });
  const port = values.serve || values.port !== undefined ? portOf(values.port) : 0;
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-saas-'));
  // The application opens its client when it is loaded, so the URL must be set first.
  const url = `file:${join(folder, 'saas.db')}`;
  process.env['DATABASE_URL'] = url;
  if (values.serve) process.env['NODE_ENV'] ??= 'development';
  try {
    await createTables(url);
    const { prisma } = await import('./prisma.js');
    await seed(prisma);
    const { startServer } = await import('./server.js');
    const secret = process.env['SESSION_SECRET'] ?? randomBytes(32).toString('hex');
    const server = await startServer(prisma, port, secret);
    if (values.serve) await serve(server.url);
    else await showRequests(server.url);
    await server.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function portOf(option: string | undefined): number {
  const text = option ?? (process.env['PORT'] || '3000');
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  const name = option === undefined ? 'PORT' : '--port';
  throw new Error(`${name} must be a number from 0 to 65535, not "${text}".`);
}

/** The problem, and, if the port is in use, the command that fixes it. */
function messageOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (!('code' in error && error.code === 'EADDRINUSE' && 'port' in error)) return error.message;
  return `Port ${error.port} is taken. Choose another one: npm run demo:saas -- --serve --port ${Number(error.port) + 1}`;
}

async function serve(url: string): Promise<void> {
  console.log(`${url}/session accepts { "email", "password", "organisation" }`);
  for (const [email] of PEOPLE) console.log(`  ${email}`);
  if (process.env['NODE_ENV'] === 'development') {
    console.log(`${url}/explorer shows the API and lets you try it`);
  }
  console.error(
    `Serving the organisations acme and umbrella; the password is "${PASSWORD}". Press Ctrl+C to stop.`,
  );
  await new Promise<void>((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
}

try {
  await demo();
} catch (error) {
  console.error(messageOf(error));
  process.exitCode = 1;
}
