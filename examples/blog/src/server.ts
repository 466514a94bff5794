import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeGracefully } from '@jsonapi-gen/runtime/node';
import express, { type RequestHandler } from 'express';

/** A running server and its URL. */
export interface RunningServer {
  readonly url: string;
  /**
   * Completes the requests in flight, for at most ten seconds, and disconnects. Returns whether all requests were
   * completed.
   */
  close(): Promise<boolean>;
}

/**
 * Serves the blog with Express on Prisma, or on Kysely with ORM=kysely.
 *
 * @param port the port to listen on; 0 means any free port
 */
export async function startServer(port: number): Promise<RunningServer> {
  const { routes, disconnect } = await blog();
  const app = express();
  app.disable('x-powered-by');
  app.use(routes);
  const server = createServer(app);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => closeGracefully(server, { timeout: 10_000, pool: disconnect });
  return { url: `http://127.0.0.1:${portOf(server)}`, close };
}

/** The API, and the function that closes its connections. */
async function blog(): Promise<{
  readonly routes: RequestHandler;
  readonly disconnect: () => Promise<void>;
}> {
  if (process.env['ORM'] === 'kysely') {
    const { routes } = await import('./kysely/api/routes/index.js');
    const { db } = await import('./kysely/db.js');
    return { routes, disconnect: () => db.destroy() };
  }
  const { routes } = await import('./api/routes/index.js');
  const { prisma } = await import('./prisma.js');
  return { routes, disconnect: () => prisma.$disconnect() };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
