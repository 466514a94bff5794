import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeGracefully } from '@jsonapi-gen/runtime/node';
import { createApp } from './app.js';
import type { PrismaClient } from './prisma/client.js';

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
 * Serves the application.
 *
 * @param port the port to listen on; 0 means any free port
 * @param secret the key that signs session cookies
 */
export async function startServer(
  prisma: PrismaClient,
  port: number,
  secret: string,
): Promise<RunningServer> {
  const server = createServer(createApp(prisma, secret));
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const { port: taken } = server.address() as AddressInfo;
  const close = () => closeGracefully(server, { timeout: 10_000, pool: () => prisma.$disconnect() });
  return { url: `http://127.0.0.1:${taken}`, close };
}
