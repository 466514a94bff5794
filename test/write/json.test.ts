import { describe, expect, test } from 'vitest'
import { coerceJson } from '../../runtime/src/value/coerce-json.js'
import { parseType } from '../../runtime/src/value/type.js'
import { databases } from '../support/databases.js'
import { sample } from '../support/samples.js'
import { shortErrors } from './support/documents.js'
import { serveWrites } from './support/serve.js'
import { typesResources, writableTypes } from './support/types.js'

const ID = '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a11'

const REFUSED: readonly (readonly [json: string, part: string])[] = [
  [String.raw`"\ud800"`, 'text'],
  [String.raw`{"a":["\u0000"]}`, 'text'],
  [String.raw`{"\u0000":1}`, 'name'],
  ['{"a":{"__proto__":1}}', 'name'],
  ['{"a":1e400}', 'number'],
  ['-1e400', 'number'],
]

test.each(REFUSED)('a JSON value that no store takes is refused: %s (11.10)', (json, part) => {
  const message = `has a ${part} that no store takes`
  expect(coerceJson(parseType('json'), JSON.parse(json))).toEqual({ ok: false, message, path: [] })
  expect(coerceJson(parseType('json[]'), [1, JSON.parse(json)])).toEqual({ ok: false, message, path: [1] })
})

describe.each(databases)('write/json: JSON on $name', (database) => {
  const types = writableTypes(database)

  test('what would be stored as something else is refused, and nothing is written (11.10)', async () => {
    await types.prisma.sample.create({ data: sample(ID, { json: 'before' }) })
    for (const [json, part] of REFUSED) {
      const body = `{"data":{"type":"samples","id":"${ID}","attributes":{"json":${json}}}}`
      const answer = await serveWrites(typesResources(types.adapter)).send('PATCH', `/samples/${ID}`, body)
      // A number that is read as infinity is refused where the body is read (rule 18.10), with a pointer to it.
      expect(shortErrors(answer)).toEqual([
        part === 'number'
          ? expect.stringMatching(
              /^400 \/data\/attributes\/json\S* A number of JSON is not kept as -?1e400: /,
            )
          : `422 /data/attributes/json json has a ${part} that no store takes.`,
      ])
    }
    expect(await types.prisma.sample.findMany({ select: { id: true, json: true } })).toEqual([
      { id: ID, json: 'before' },
    ])
  })
})
