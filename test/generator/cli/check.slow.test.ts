import { appendFile, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { blogCopy } from '../support/blog.js'
import { jsonapiGen } from '../support/cli.js'
import { textsUnder, tracesUnder } from '../support/folder.js'

const COMMAND = 'npx jsonapi-gen generate --schema schema.example.yaml'

describe('`generate --check` on the blog', () => {
  test('`--check` exits with 0 for the committed files', async () => {
    const { folder, schema } = await blogCopy()
    const before = await tracesUnder(folder)
    expect(await jsonapiGen(['generate', '--check', '--schema', schema], folder)).toEqual({
      code: 0,
      stdout: '',
      stderr: 'examples/blog/src/api and examples/blog/src/web are up to date\n',
    })
    expect(await tracesUnder(folder)).toEqual(before)
  })

  test('`--check` exits with 3 after a byte of a generated file has changed, and reports that the file was edited by hand', async () => {
    const { folder, schema, api } = await blogCopy()
    const file = join(api, 'generated/post.gen.ts')
    await writeFile(file, (await readFile(file, 'utf8')).replace('maxLength: 200', 'maxLength: 201'))
    const before = await tracesUnder(folder)
    const { code, stdout } = await jsonapiGen(['generate', '--check', '--schema', schema], folder)
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout: `examples/blog/src/api/generated/post.gen.ts: edited by hand; move the change to post.resource.ts; ${COMMAND} restores the file\n`,
    })
    expect(await tracesUnder(folder)).toEqual(before)
  })

  test("`--check` exits with 3 after a generated file and a user's own file were deleted", async () => {
    const { folder, schema, api } = await blogCopy()
    await rm(join(api, 'generated/tag.gen.ts'))
    await rm(join(api, 'tag.resource.ts'))
    const before = await tracesUnder(folder)
    const { code, stdout } = await jsonapiGen(['generate', '--check', '--schema', schema], folder)
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout:
        `examples/blog/src/api/generated/tag.gen.ts: missing; ${COMMAND} writes it\n` +
        `examples/blog/src/api/tag.resource.ts: missing; ${COMMAND} writes it\n`,
    })
    expect(await tracesUnder(folder)).toEqual(before)
  })

  test('`--check` exits with 3 after the schema has changed, which makes a file stale', async () => {
    const { folder, schema } = await blogCopy()
    const file = join(folder, schema)
    await writeFile(file, (await readFile(file, 'utf8')).replace('max: 100', 'max: 50'))
    const before = await tracesUnder(folder)
    const { code, stdout } = await jsonapiGen(['generate', '--check', '--schema', schema], folder)
    expect({ code, stdout }).toEqual({
      code: 3,
      stdout: ['contract.gen.json', 'post.gen.ts']
        .map((name) => `examples/blog/src/api/generated/${name}: stale; ${COMMAND} updates it\n`)
        .join(''),
    })
    expect(await tracesUnder(folder)).toEqual(before)
  })

  test('`--check` exits with 2 for an invalid schema, and reports all of its errors together', async () => {
    const { folder, schema } = await blogCopy()
    const file = join(folder, schema)
    const text = await readFile(file, 'utf8')
    await writeFile(
      file,
      text.replace('name: string', 'name: strng').replace('resource: posts', 'resource: pots'),
    )
    await appendFile(file, '    page: { size: 0 }\n')
    const before = await textsUnder(folder)
    const { code, stdout, stderr } = await jsonapiGen(['generate', '--check', '--schema', schema], folder)
    expect({ code, stdout, codes: stderr.match(/(?<=(?:error|warning|note) )JG\d+/g) }).toEqual({
      code: 2,
      stdout: '',
      codes: ['JG401', 'JG203', 'JG209'],
    })
    expect(stderr).toMatch(
      /\n3 errors; nothing was written\. For details, run npx jsonapi-gen explain JG401 JG203 JG209\.\n$/,
    )
    expect(await textsUnder(folder)).toEqual(before)
  })
})
