import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, Buffer>(scrypt);
const BYTES = 32;

/** The stored form of a password: a salt, and the result of scrypt for both. */
export async function hashPassword(password: string, salt: Buffer = randomBytes(16)): Promise<string> {
  const derived = await derive(password, salt, BYTES);
  return `${salt.toString('base64')}:${derived.toString('base64')}`;
}

/** Whether a password matches a hash. Without a hash, the check takes just as long. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [salt = '', derived = ''] = (hash ?? NOBODY).split(':');
  const given = await derive(password, Buffer.from(salt, 'base64'), BYTES);
  return timingSafeEqual(given, Buffer.from(derived, 'base64')) && hash !== null && hash !== undefined;
}

/** A hash that matches no password, so that a login as an unknown user takes as long as one with a wrong password. */
const NOBODY = `${Buffer.alloc(16).toString('base64')}:${Buffer.alloc(BYTES).toString('base64')}`;
