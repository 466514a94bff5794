import { expect, test } from 'vitest'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith } from '../generator/support/folder.js'
import { blocksOf } from './blocks.js'

test('docs/policies.md shows the output of `policies` for the schema on the page (14.15)', async () => {
  const [schema] = blocksOf('docs/policies.md', 'yaml', 'Rules for every resource')
  const [printed] = blocksOf('docs/policies.md', 'text')
  const folder = await folderWith({ 'schema.yaml': schema?.text ?? '' })
  expect(await jsonapiGenHere(['policies'], folder)).toEqual({ code: 0, stdout: printed?.text, stderr: '' })
})
