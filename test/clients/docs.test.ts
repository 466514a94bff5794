import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { blocksOf, withoutSemicolons } from '../docs/blocks.js'

describe('clients/docs', () => {
  test('docs/clients.md contains the code that these tests run', () => {
    const folder = at('test/clients')
    const code = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
    const blocks = [...blocksOf('docs/clients.md', 'ts'), ...blocksOf('docs/clients.md', 'js')].map(
      ({ text }) => withoutSemicolons(text).trimEnd(),
    )
    expect(blocks).toHaveLength(8)
    expect(blocks.filter((block) => !code.some((text) => text.includes(block)))).toEqual([])
  })
})
