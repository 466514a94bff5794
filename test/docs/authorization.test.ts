import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'

test('docs/authorization.md shows what `policies` prints of its schema (14.15)', async () => {
  const text = await readFile(at('docs/authorization.md'), 'utf8')
  const [, chapter = ''] = text.split('\n## The same for every resource\n')
  const block = (language: string): string | undefined =>
    new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(chapter)?.[1]
  const folder = await folderWith({ 'schema.yaml': block('yaml') ?? '' })
  expect(await jsonapiGenHere(['policies'], folder)).toEqual({ code: 0, stdout: block('text'), stderr: '' })
})
