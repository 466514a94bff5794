import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { defaultOperators, OPERATORS as OF_RUNTIME } from '../../runtime/src/query/operators.js'
import { KINDS } from '../../runtime/src/value/type.js'
import { at } from '../../scripts/lib/paths.js'
import { OPERATORS, operatorsOf } from '../../src/schema/operators.js'

interface JsonSchema {
  readonly definitions: { readonly operator: { readonly enum: readonly string[] } }
}

describe('generator/operators (3.5): the generator, schema.json and the runtime', () => {
  test('know the same operators, in the same order', async () => {
    const { definitions } = JSON.parse(await readFile(at('schema.json'), 'utf8')) as JsonSchema
    expect(definitions.operator.enum).toEqual(OPERATORS)
    expect(OF_RUNTIME).toEqual(OPERATORS)
  })

  test.each(KINDS)('give a filter of %s, and of a list of it, the same ones', (base) => {
    for (const list of [false, true]) {
      const type = { base, list, nullable: false, values: base === 'enum' ? ['a'] : undefined }
      expect(operatorsOf(type as Parameters<typeof operatorsOf>[0])).toEqual(defaultOperators(base, list))
    }
  })

  test('have an opposite for each of them', () => {
    const positive = OPERATORS.filter((operator) => !operator.startsWith('not_'))
    expect(new Set(OPERATORS)).toEqual(new Set(positive.flatMap((operator) => [operator, `not_${operator}`])))
  })
})
