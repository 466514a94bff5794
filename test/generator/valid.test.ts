import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadSchema, prepare } from 'jsonapi-gen'
import { emptyFolder } from './support/folder.js'
import { filesUnder, fixtureNames, fixturesOf } from './support/fixtures.js'

describe('a valid schema generates exactly the expected tree', async () => {
  for (const name of await fixtureNames('valid')) {
    test(`the fixture ${name} generates the expected tree`, async () => {
      const folder = join(fixturesOf('valid'), name)
      const schemaPath = join(folder, 'schema.yaml')
      const loaded = await loadSchema(schemaPath, 'schema.yaml')
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.diagnostics))
      const output = await emptyFolder()
      const prepared = await prepare({ schema: loaded.schema, base: loaded.base, output })
      if (!prepared.ok) throw new Error(JSON.stringify(prepared.diagnostics))
      const files = prepared.plan.entries.flatMap((entry) => (entry.kind === 'create' ? [entry] : []))
      for (const { path, text } of files) {
        await expect(text).toMatchFileSnapshot(join(folder, 'expected', path))
      }
      expect(await filesUnder(join(folder, 'expected'))).toEqual(files.map(({ path }) => path))
    })
  }
})
