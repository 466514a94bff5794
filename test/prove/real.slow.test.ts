import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { StoreFacts } from '@jsonapi-gen/runtime'
import { transform } from 'esbuild'
import { expect, test } from 'vitest'
import { diceOf } from '../../prove/src/dice.js'
import { generateRows } from '../../prove/src/rows.js'
import { tablesFrom } from '../../prove/src/tables.js'
import { createRealProject, DATAMODELS } from '../real/support/project.js'
import { oneIn } from '../support/sample.js'
import { faultsOf } from './support/faults.js'

test.each(oneIn(4, DATAMODELS))(
  'every table of $of receives generated rows that satisfy keys, unique columns, references and required columns',
  async ({ name }) => {
    const project = await createRealProject(name)
    try {
      expect(await project.run('init')).toMatchObject({ code: 0 })
      await project.run('init', '--server')
      expect(await project.run('generate')).toMatchObject({ code: 0 })
      const text = await readFile(join(project.folder, 'src/api/generated/facts.gen.ts'), 'utf8')
      const { code } = await transform(text, { loader: 'ts' })
      const path = join(project.folder, 'facts.mjs')
      await writeFile(path, code)
      const { store } = (await import(pathToFileURL(path).href)) as { readonly store: StoreFacts }
      const { tables } = tablesFrom([store], [])
      expect(tables.length).toBeGreaterThan(10)
      for (const seed of [1, 2]) {
        const options = { dice: diceOf(seed), known: new Map(), tenant: undefined, nulls: 2 }
        const { rows, cannot } = generateRows(tables, options)
        expect({ cannot, faults: faultsOf(tables, rows) }).toEqual({ cannot: [], faults: [] })
      }
    } finally {
      await project.remove()
    }
  },
  120_000,
)
