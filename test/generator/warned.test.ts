import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { formatHuman, loadSchema } from 'jsonapi-gen'
import { fixtureNames, fixturesOf } from './support/fixtures.js'

describe('a valid schema causes exactly the expected warnings and notes', async () => {
  for (const name of await fixtureNames('warned')) {
    const folder = join(fixturesOf('warned'), name)
    const file = existsSync(join(folder, 'schema.yaml')) ? 'schema.yaml' : 'schema.prisma'

    test(`the fixture ${name} causes the expected warnings and notes`, async () => {
      const loaded = await loadSchema(join(folder, file), file, { review: true })
      const text = loaded.diagnostics.map((each) => formatHuman(each)).join('\n\n')
      await expect(`${text}\n`).toMatchFileSnapshot(join(folder, 'expected.txt'))
      expect(loaded.ok).toBe(true)
    })

    test(`the fixture ${name}: in strict mode, warnings become errors except those that depend only on the date, and notes remain notes`, async () => {
      const relaxed = await loadSchema(join(folder, file), file, { review: true })
      const strict = await loadSchema(join(folder, file), file, { strict: true, review: true })
      expect(strict.diagnostics.map(({ code, severity }) => [code, severity])).toEqual(
        relaxed.diagnostics.map(({ code, severity }) => [
          code,
          severity === 'warning' && code !== 'JG725' ? 'error' : severity,
        ]),
      )
      expect(strict.ok).toBe(strict.diagnostics.every(({ severity }) => severity !== 'error'))
    })
  }
})
