// Writes the words of runtime/src/vocabulary to files that cannot import the runtime: `npm run vocabulary`.
import { readFile, writeFile } from 'node:fs/promises'
import { at } from './lib/paths.js'
import { node, tsc } from './lib/run.js'
import { clientVocabulary, jsonSchemaWith } from './lib/vocabulary.js'

await node([tsc(), '-b', 'runtime'])
const vocabulary = await import('@jsonapi-gen/runtime/vocabulary')
const schema = JSON.parse(await readFile(at('schema.json'), 'utf8'))
await writeFile(at('schema.json'), `${JSON.stringify(jsonSchemaWith(schema, vocabulary), undefined, 2)}\n`)
await writeFile(at('client/src/vocabulary.ts'), clientVocabulary(vocabulary))
await node([at('node_modules/oxfmt/bin/oxfmt'), 'schema.json', 'client/src/vocabulary.ts'])
