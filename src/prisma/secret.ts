import { wordsOf } from '../name/words.js'
import type { Model, ScalarField } from './datamodel.js'

/** Words that mark a column as secret. Any spelling of its name matches, such as `passwordHash` or `password_hash`. */
export const SECRET_WORDS: readonly string[] = [
  'password', 'passwords', 'passwd', 'pwd', 'passphrase', 'passcode', 'secret', 'secrets', 'token', 'tokens', 'hash',
  'hashed', 'hashes', 'salt', 'encrypted', 'jwt', 'nonce', 'otp', 'totp', 'hotp', 'mfa', 'tfa', '2fa', 'pin', 'cvv', 'cvc',
  'ssn', 'pkcs12', 'pkcs8', 'credential', 'credentials', 'cookie', 'cookies',
] // prettier-ignore

/** Phrases of several consecutive words that mark a column as secret. */
export const SECRET_PHRASES: readonly string[] = [
  'api key', 'api keys', 'access key', 'private key', 'signing key', 'encryption key', 'secret key', 'access code',
  'two factor', 'backup code', 'backup codes', 'recovery code', 'recovery codes', 'verification code', 'service account',
] // prettier-ignore

/**
 * Columns that are secret in a model whose own name suggests secrets, such as the `key` of a `Credential` or the
 * `value` of a `Secret`.
 */
export const SECRET_CONTENTS: readonly string[] = ['key', 'keys', 'value', 'data', 'code', 'payload']

/**
 * The words for numeric columns: a column about tokens usually counts them, but a secret number is short and typed by
 * hand.
 */
export const SECRET_NUMBERS: readonly string[] = ['pin', 'otp', 'cvv', 'cvc', 'passcode', 'password', 'ssn']

/**
 * Whether a column's name suggests a secret, in which case the column is exposed only if the schema names it. Booleans,
 * dates, enums and most numbers are harmless: `twoFactorEnabled`, `tokenExpiresAt`, `totalTokens`. It is better to omit
 * a harmless column than to publish a secret one.
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

// Words without separators: `apikey`, `passwordhash`, `authtoken`.
const WITHIN = /password|passwd|apikey|accesskey|privatekey|(?:token|tokens|secret|hash)$/

function sounds(words: readonly string[]): boolean {
  const text = ` ${words.join(' ')} `
  const named = [...SECRET_WORDS, ...SECRET_PHRASES].some((each) => text.includes(` ${each} `))
  return named || words.some((word) => WITHIN.test(word))
}

function lowerWords(name: string): readonly string[] {
  return wordsOf(name).map((word) => word.toLowerCase())
}
