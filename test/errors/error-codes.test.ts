import { readdirSync, readFileSync } from 'node:fs'
import { ERROR_CODES } from '@jsonapi-gen/runtime/vocabulary'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'

/** The code for a request whose client has disconnected. No client receives it. */
const UNANSWERED = 'client_gone'

test('errors/error-codes (27.5): the client knows exactly the codes that the runtime returns', () => {
  const sources = readdirSync(at('runtime/src'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(at(`runtime/src/${name}`), 'utf8'))
  const thrown = sources.flatMap((text) => [...text.matchAll(/\bcode: '([a-z_]+)'/g)].map(([, code]) => code))
  expect([...new Set(thrown)].toSorted()).toEqual([...ERROR_CODES, UNANSWERED].toSorted())
})
