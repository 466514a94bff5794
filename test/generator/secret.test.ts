import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { SECRET_CONTENTS, SECRET_NUMBERS, SECRET_PHRASES, SECRET_WORDS } from '../../src/prisma/secret.js'

test('docs/schema-format.md lists every word that marks a column as secret', async () => {
  const text = await readFile(at('docs/schema-format.md'), 'utf8')
  const [, section = ''] = text.split('### Columns whose names suggest secrets')
  const listed = [...section.matchAll(/`([^`]+)`/g)].map(
    ([, words = '']) => ` ${words.replaceAll(/\s+/g, ' ')} `,
  )
  const known = [SECRET_WORDS, SECRET_PHRASES, SECRET_CONTENTS, SECRET_NUMBERS].flat()
  expect(known.filter((each) => !listed.some((words) => words.includes(` ${each} `)))).toEqual([])
})
