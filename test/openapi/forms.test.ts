import { readdirSync, readFileSync } from 'node:fs'
import { openApiOf } from '@jsonapi-gen/openapi'
import type { OpenApiDocument } from '@jsonapi-gen/runtime'
import type { Contract } from 'jsonapi-gen'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { type DescribedOperation, type DescribedSchema, operationsOf } from './support/described.js'

const FIXTURES = readdirSync(at('test/fixtures/generator/valid')).map(
  (name) => `test/fixtures/generator/valid/${name}/expected`,
)

describe('openapi/forms (25.3): the compact document is derived from the full one', () => {
  test.each(['examples/blog/src/api', 'examples/saas/src/api', ...FIXTURES])(
    'every part of the compact document for %s is in the full one',
    (folder) => {
      const text = readFileSync(at(`${folder}/generated/contract.gen.json`), 'utf8')
      const contract = JSON.parse(text) as Contract
      const compact = openApiOf(contract) as unknown as OpenApiDocument
      const full = openApiOf(contract, { full: true }) as unknown as OpenApiDocument
      expect(compact.components?.['schemas']).toEqual(full.components?.['schemas'])
      const wholes = operationsOf(full)
      expect(operationsOf(compact).map(({ operationId }) => operationId)).toEqual(
        wholes.map(({ operationId }) => operationId),
      )
      for (const [index, operation] of operationsOf(compact).entries()) {
        const { parameters, responses, 'x-parameters-of': _, ...rest } = operation
        const whole = wholes[index]
        expect(whole).toMatchObject(rest)
        expect(Object.keys(whole?.responses ?? {})).toEqual(expect.arrayContaining(Object.keys(responses)))
        expect(valuesOf(whole)).toEqual(expect.arrayContaining([...valuesOf(operation)]))
        expect(parameters.map(({ name }) => name)).toEqual(namesIn(whole, parameters))
      }
    },
  )
})

/** The parameters of an operation, and the values that those with an enumeration accept. */
function valuesOf(operation: DescribedOperation | undefined): readonly string[] {
  return (operation?.parameters ?? []).flatMap(({ name, in: place, required = false, schema }) => [
    `${place} ${name}${required ? ', required' : ''}`,
    ...enumerated(schema).map((value) => `${name}=${value}`),
  ])
}

const enumerated = ({ enum: values = [], anyOf = [], items }: DescribedSchema): readonly string[] => [
  ...values,
  ...[...anyOf, ...(items ? [items] : [])].flatMap(enumerated),
]

/** The names of the given parameters, in the order of another operation. */
function namesIn(
  operation: DescribedOperation | undefined,
  parameters: DescribedOperation['parameters'],
): readonly string[] {
  const names = new Set(parameters.map(({ name }) => name))
  return (operation?.parameters ?? []).map(({ name }) => name).filter((name) => names.has(name))
}
