import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { ended } from './support/cli.js'
import { copyOf, textsUnder } from './support/folder.js'
import { fixtureNames, fixturesOf } from './support/fixtures.js'

test.each(['examples/blog/src/api', ...(await fixtureNames('valid')).map((name) => `valid/${name}`)])(
  'the formatter does not change generated code: %s',
  async (name) => {
    const folder = await copyOf(
      name.startsWith('valid/') ? join(fixturesOf('valid'), name.slice(6), 'expected') : at(name),
    )
    const { printWidth, singleQuote, trailingComma } = JSON.parse(await readFile(at('.oxfmtrc.json'), 'utf8'))
    await writeFile(join(folder, '.oxfmtrc.json'), JSON.stringify({ printWidth, singleQuote, trailingComma }))
    const before = await textsUnder(folder)
    const { code } = await ended([at('node_modules/oxfmt/bin/oxfmt'), '**/*.ts'], folder)
    expect(code).toBe(0)
    expect(await textsUnder(folder)).toEqual(before)
  },
)
