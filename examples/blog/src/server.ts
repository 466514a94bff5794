import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { routes } from './api/routes/index.js';

/** A server that listens, and its address. */
export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
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
  return { url: `http://127.0.0.1:${portOf(server)}`, close: () => closed(server) };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
