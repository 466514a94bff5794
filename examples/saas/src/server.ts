import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeGracefully } from '@jsonapi-gen/runtime/node';
import { createApp } from './app.js';
import type { PrismaClient } from './prisma/client.js';

/** A server that listens, and its address. */
export interface RunningServer {
  readonly url: string;
  /** Answers what is being asked, for ten seconds at most, and disconnects; whether all of it was answered. */
  close(): Promise<boolean>;
}

/**
 * Serves the application.
 *
 * @param port where to listen; 0 takes a free one
 * @param secret what session cookies are signed with
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
