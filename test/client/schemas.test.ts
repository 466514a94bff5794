import { readFileSync } from 'node:fs'
import { createClient } from '@jsonapi-gen/client'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { schema } from '../../examples/blog/src/web/schema.gen.js'

const contract: unknown = JSON.parse(
  readFileSync(at('examples/blog/src/api/generated/contract.gen.json'), 'utf8'),
)
const TAKES = 'createClient for "/api" needs the schema from schema.gen.ts, version 1, but received'

describe('client/schemas (27.13): an invalid schema is rejected, and the error contains the value and the API', () => {
  test.each<[what: string, given: unknown, got: string]>([
    ['nothing', undefined, 'undefined'],
    ['null', null, 'null'],
    ['a string', 'schema.gen.ts', 'schema.gen.ts'],
    ['a list', [1], '1'],
    ['a contract', contract, '{ $comment, $digest, contract, defaultScopes, limits, resources }'],
    ['a schema module', { schema }, '{ schema }'],
    ['a later version', { ...schema, version: 2 }, 'version 2'],
    ['an invalid version', { ...schema, version: 'x' }, 'version x'],
    ['a schema without a version', { ...schema, version: undefined }, 'version undefined'],
    ['a long string', 'x'.repeat(1000), 'x'.repeat(100)],
  ])('createClient rejects %s', (_, given, got) => {
    expect(() => createClient({ baseUrl: '/api', schema: given as typeof schema })).toThrow(
      new TypeError(`${TAKES} ${got}.`),
    )
  })
})
