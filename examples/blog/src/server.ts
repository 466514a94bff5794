import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeGracefully } from '@jsonapi-gen/runtime/node';
import express from 'express';
import { routes } from './api/routes/index.js';
import { prisma } from './prisma.js';

/** A server that listens, and its address. */
export interface RunningServer {
  readonly url: string;
  /** Answers what is being asked, for ten seconds at most, and disconnects; whether all of it was answered. */
  close(): Promise<boolean>;
}

/**
 * Serves the blog with Express.
 *
 * @param port where to listen; 0 takes a free one
 */
export async function startServer(port: number): Promise<RunningServer> {
  const app = express();
  app.disable('x-powered-by');
  app.use(routes);
  const server = createServer(app);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const close = () => closeGracefully(server, { timeout: 10_000, pool: () => prisma.$disconnect() });
  return { url: `http://127.0.0.1:${portOf(server)}`, close };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
