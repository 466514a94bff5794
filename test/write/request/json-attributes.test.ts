import type { StandardSchema } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { coerceJson } from '../../../runtime/src/vocabulary/values/coerce-json.js'
import { parseType } from '../../../runtime/src/vocabulary/values/type.js'
import { databases } from '../../support/databases.js'
import { sample } from '../../support/samples.js'
import { shortErrors } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'
import { typesResources, writableTypes } from '../support/types.js'

const ID = '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a11'

const REFUSED: readonly (readonly [json: string, part: string])[] = [
  [String.raw`"\ud800"`, 'text'],
  [String.raw`{"a":["\u0000"]}`, 'text'],
  [String.raw`{"\u0000":1}`, 'name'],
  ['{"a":{"__proto__":1}}', 'name'],
  ['{"a":1e400}', 'number'],
  ['-1e400', 'number'],
]

test.each(REFUSED)('a JSON value that no store accepts is rejected: %s (11.10)', (json, part) => {
  const message = `contains a ${part} that no store accepts`
  expect(coerceJson(parseType('json'), JSON.parse(json))).toEqual({ ok: false, message, path: [] })
  expect(coerceJson(parseType('json[]'), [1, JSON.parse(json)])).toEqual({ ok: false, message, path: [1] })
})

/** A schema for settings, which returns the theme in lower case. */
const settingsSchema: StandardSchema = {
  '~standard': {
    version: 1,
    vendor: 'test',
    validate: (value) => {
      const { theme, ...rest } = Object(value) as { readonly theme?: unknown }
      if (typeof theme !== 'string') return { issues: [{ message: 'is no theme', path: ['theme'] }] }
      return { value: { theme: theme.toLowerCase(), ...rest } }
    },
  },
}

describe.each(databases)('write/json: JSON on $name', (database) => {
  const types = writableTypes(database)

  test("an attribute's schema receives the value, can point to a place inside it, and returns the value to write (11.10)", async () => {
    const id = '0b5f7a52-6a5e-4f6c-9d0e-3f6f1f0e7a12'
    await types.prisma.sample.create({ data: sample(id, { json: 'before', jsonOrNull: 'before' }) })
    const patch = async (attributes: object) => {
      const resources = typesResources(types.adapter)
      resources['samples']?.attribute('json', { type: 'json', schema: settingsSchema })
      resources['samples']?.attribute('jsonOrNull', { type: 'json?', schema: settingsSchema })
      const data = { type: 'samples', id, attributes }
      return serveWrites(resources).send('PATCH', `/samples/${id}`, { data })
    }
    expect(shortErrors(await patch({ json: { theme: 1, size: 2 }, jsonOrNull: { size: 2 } }))).toEqual([
      '422 /data/attributes/json/theme json is no theme.',
      '422 /data/attributes/jsonOrNull jsonOrNull is no theme.',
    ])
    expect((await patch({ json: { theme: 'DARK', size: 2 }, jsonOrNull: null })).status).toBe(200)
    expect(
      await types.prisma.sample.findUnique({ where: { id }, select: { json: true, jsonOrNull: true } }),
    ).toEqual({ json: { theme: 'dark', size: 2 }, jsonOrNull: null })
    await types.prisma.sample.delete({ where: { id } })
  })

  test('JSON values that the store would change are rejected, and no data is written (11.10)', async () => {
    await types.prisma.sample.create({ data: sample(ID, { json: 'before' }) })
    for (const [json, part] of REFUSED) {
      const body = `{"data":{"type":"samples","id":"${ID}","attributes":{"json":${json}}}}`
      const answer = await serveWrites(typesResources(types.adapter)).send('PATCH', `/samples/${ID}`, body)
      // A number that would be read as infinity is rejected when the body is read (rule 18.10), with its
      // pointer.
      expect(shortErrors(answer)).toEqual([
        part === 'number'
          ? expect.stringMatching(
              /^400 \/data\/attributes\/json\S* JSON numbers cannot represent -?1e400 exactly: /,
            )
          : `422 /data/attributes/json json contains a ${part} that no store accepts.`,
      ])
    }
    expect(await types.prisma.sample.findMany({ select: { id: true, json: true } })).toEqual([
      { id: ID, json: 'before' },
    ])
  })
})
