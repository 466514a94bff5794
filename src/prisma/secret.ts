import { wordsOf } from '../name/words.js'
import type { Model, ScalarField } from './datamodel.js'

/** What sounds secret in the name of a column, in any spelling: `passwordHash`, `password_hash`. */
export const SECRET_WORDS: readonly string[] = [
  'password', 'passwords', 'passwd', 'pwd', 'passphrase', 'passcode', 'secret', 'secrets', 'token', 'tokens', 'hash',
  'hashed', 'hashes', 'salt', 'encrypted', 'jwt', 'nonce', 'otp', 'totp', 'hotp', 'mfa', 'tfa', '2fa', 'pin', 'cvv', 'cvc',
  'ssn', 'pkcs12', 'pkcs8', 'credential', 'credentials', 'cookie', 'cookies',
] // prettier-ignore

/** The same for several words that follow each other. */
export const SECRET_PHRASES: readonly string[] = [
  'api key', 'api keys', 'access key', 'private key', 'signing key', 'encryption key', 'secret key', 'access code',
  'two factor', 'backup code', 'backup codes', 'recovery code', 'recovery codes', 'verification code', 'service account',
] // prettier-ignore

/** Columns that are secret in a model whose own name sounds so: the `key` of a `Credential`, the `value` of a `Secret`. */
export const SECRET_CONTENTS: readonly string[] = ['key', 'keys', 'value', 'data', 'code', 'payload']

/** The words for numbers: a number of tokens is a count, while one that opens something is short, and typed. */
export const SECRET_NUMBERS: readonly string[] = ['pin', 'otp', 'cvv', 'cvc', 'passcode', 'password', 'ssn']

/**
 * Whether the name of a column sounds secret, so that it is exposed only where somebody names it. Booleans, dates, enums
 * and most numbers are none: `twoFactorEnabled`, `tokenExpiresAt`, `totalTokens`. It is better to leave out a column that
 * is harmless than to publish one that is not.
 */
export function soundsSecret({ name, type, kind }: ScalarField, model: Pick<Model, 'name'>): boolean {
  if (kind === 'enum' || type === 'Boolean' || type === 'DateTime') return false
  const words = lowerWords(name)
  if (type !== 'String' && type !== 'Bytes' && type !== 'Json') {
    return words.some((word) => SECRET_NUMBERS.includes(word))
  }
  if (sounds(words)) return true
  return words.length === 1 && SECRET_CONTENTS.includes(words.join('')) && sounds(lowerWords(model.name))
}

// Words that are written together: `apikey`, `passwordhash`, `authtoken`.
const WITHIN = /password|passwd|apikey|accesskey|privatekey|(?:token|tokens|secret|hash)$/

function sounds(words: readonly string[]): boolean {
  const text = ` ${words.join(' ')} `
  const named = [...SECRET_WORDS, ...SECRET_PHRASES].some((each) => text.includes(` ${each} `))
  return named || words.some((word) => WITHIN.test(word))
}

function lowerWords(name: string): readonly string[] {
  return wordsOf(name).map((word) => word.toLowerCase())
}
