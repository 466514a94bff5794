import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { blocksOf, withoutLayout } from './blocks.js'

/**
 * The files that contain the code on a page. They are compiled with the tests, and a test runs each of them.
 */
const EXAMPLES = {
  'adapters-examples': [
    ...blocksOf('docs/adapters.md', 'ts', 'Adapters'),
    ...blocksOf('docs/adapters.md', 'ts', 'SQLite'),
    ...blocksOf('docs/adapters.md', 'ts', 'Database facts'),
    ...blocksOf('docs/adapters.md', 'ts', 'The contract'),
    ...blocksOf('docs/adapters.md', 'ts', 'Your own adapter'),
    ...blocksOf('docs/adapters.md', 'ts', 'The query log'),
  ],
  'json-files-adapter': blocksOf('docs/adapters.md', 'ts', 'Example: JSON files'),
  'tanstack-query-examples': blocksOf('docs/tanstack-query.md', 'ts'),
  'client-examples': [...blocksOf('docs/client.md', 'ts'), ...blocksOf('docs/client-reference.md', 'ts')],
  'client-agents-examples': blocksOf('client/AGENTS.md', 'ts'),
  'client-readme-examples': blocksOf('client/README.md', 'ts'),
  'explorer-examples': blocksOf('docs/explorer.md', 'ts'),
  'idempotency-examples': blocksOf('docs/idempotency.md', 'ts'),
  'frameworks-examples': blocksOf('docs/frameworks.md', 'ts', 'Who is asking'),
  'openapi-examples': blocksOf('docs/openapi.md', 'ts'),
  'operations-examples': blocksOf('docs/operations.md', 'ts', 'Stopping a server'),
  'reading-examples': blocksOf('docs/reading.md', 'ts'),
  'recipes-examples': blocksOf('docs/recipes.md', 'ts'),
  'scaling-examples': blocksOf('docs/scaling.md', 'ts'),
  'schema-format-examples': [
    ...blocksOf('docs/schema-format.md', 'ts', 'Extra fields'),
    ...blocksOf('docs/schema-format.md', 'ts', 'Custom filters'),
  ],
  'tenants-examples': blocksOf('docs/variants.md', 'ts', 'Tenants by `baseScope`'),
  'testing-examples': blocksOf('docs/testing.md', 'ts'),
  'who-is-asking-examples': [...blocksOf('docs/logins.md', 'ts')],
  'writes-examples': [
    ...blocksOf('docs/writes.md', 'ts'),
    ...blocksOf('docs/hooks.md', 'ts', 'Overrides'),
    ...blocksOf('docs/hooks.md', 'ts', 'Actions'),
    ...blocksOf('docs/validation.md', 'ts', 'Standard Schemas'),
  ],
} as const

describe('docs/examples', () => {
  test.each(Object.entries(EXAMPLES))(
    '%s contains the code of its page, paragraph by paragraph',
    (file, blocks) => {
      const example = withoutLayout(
        readFileSync(at(`test/docs/${file}.ts`), 'utf8').replaceAll(/^export (?=const )/gm, ''),
      )
      // A module on a page exports constants that are local to a function in the examples.
      const paragraphs = blocks
        .flatMap(({ text }) => text.split(/\n{2,}/))
        .map((text) => text.replaceAll(/^export (?=const )/gm, '').trim())
      expect(paragraphs.filter((text) => !example.includes(withoutLayout(text)))).toEqual([])
    },
  )

  test('every example is imported by a test', () => {
    const tests = readdirSync(at('test/docs'))
      .filter((name) => name.endsWith('.test.ts'))
      .map((name) => readFileSync(at(`test/docs/${name}`), 'utf8'))
    const isRun = (file: string): boolean => tests.some((text) => text.includes(`from './${file}.js'`))
    expect(Object.keys(EXAMPLES).filter((file) => !isRun(file))).toEqual([])
  })
})
