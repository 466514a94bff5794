import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const BYTES = 32;

/** What is kept of a password: a salt, and what scrypt makes of both. */
export async function hashPassword(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const derived = await derive(password, salt, BYTES);
  return `${salt.toString('base64')}:${derived.toString('base64')}`;
}

/** Whether a password is the one that a hash was made of. It takes its time where there is no hash, too. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [salt = '', derived = ''] = (hash ?? NOBODY).split(':');
  const given = await derive(password, Buffer.from(salt, 'base64'), BYTES);
  return timingSafeEqual(given, Buffer.from(derived, 'base64')) && hash !== null && hash !== undefined;
}

/** The hash of no password: who asks for a user that is not there waits as long as for a wrong password. */
const NOBODY = `${Buffer.alloc(16).toString('base64')}:${Buffer.alloc(BYTES).toString('base64')}`;
