import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatHuman, loadSchema } from 'jsonapi-gen'
import { fixtureNames, fixturesOf } from './support/fixtures.js'

describe('an invalid schema causes exactly the expected diagnostics in a single run', async () => {
  for (const name of await fixtureNames('invalid')) {
    test(`the fixture ${name} causes the expected diagnostics`, async () => {
      const folder = join(fixturesOf('invalid'), name)
      const file = existsSync(join(folder, 'schema.yaml')) ? 'schema.yaml' : 'schema.prisma'
      const loaded = await loadSchema(join(folder, file), file)
      const text = loaded.ok ? '' : loaded.diagnostics.map((each) => formatHuman(each)).join('\n\n')
      await expect(`${text}\n`).toMatchFileSnapshot(join(folder, 'expected.txt'))
      expect(loaded.ok).toBe(false)
    })
  }
})
