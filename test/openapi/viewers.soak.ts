import { createServer } from 'node:http'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toExpress } from '@jsonapi-gen/runtime/express'
import express from 'express'
import { describe, expect, test } from 'vitest'
import { api } from '../../examples/blog/src/api/routes/index.js'
import { hasChromium, toldInChromium } from '../client/support/chromium.js'
import { withInstalled } from '../clients/support/installed.js'
import { listening } from '../http/support/frameworks.js'
import { sqlite } from '../support/databases.js'
import { writableBlog } from '../write/support/blog.js'
import { pageOf, VIEWERS } from './support/viewer-pages.js'

const chromium = await hasChromium()
if (!chromium) process.stderr.write('There is no chromium here: no viewer shows the document.\n')

/** Prints the errors, but not the warnings, that Redocly's recommended rules find in a document. */
const LINT = `
import { createConfig, lint } from '@redocly/openapi-core'
const problems = await lint({ ref: 'openapi.json', config: await createConfig({ extends: ['recommended'] }) })
const errors = problems.filter(({ severity }) => severity === 'error')
console.log(JSON.stringify(errors.map(({ ruleId, message }) => [ruleId, message])))
`

describe('openapi/viewers (25.3): tools that display the document', () => {
  writableBlog(sqlite)

  test.each(chromium ? VIEWERS : [])(
    '$name displays the list with the most parameters',
    async (viewer) => {
      const script = await withInstalled([viewer.package], ({ folder }) =>
        readFile(join(folder, 'node_modules', viewer.script), 'utf8'),
      )
      const pages = express()
        .get('/page', (_request, response) => void response.type('html').send(pageOf(viewer)))
        .get('/viewer.js', (_request, response) => void response.type('js').send(script))
        .use(toExpress(api))
      const server = await listening(createServer(pages))
      try {
        expect(await toldInChromium(server.url)).toEqual(viewer.sees)
      } finally {
        await server.close()
      }
    },
    300_000,
  )

  test('Redocly finds no errors in the OpenAPI document', async () => {
    const document = await (await api.fetch(new Request('http://blog.test/openapi.json'))).text()
    const said = await withInstalled(['@redocly/openapi-core@1.34.24'], async ({ folder, node }) => {
      await writeFile(join(folder, 'openapi.json'), document)
      await writeFile(join(folder, 'lint.mjs'), LINT)
      return node('lint.mjs')
    })
    expect(JSON.parse(said)).toEqual([])
  }, 300_000)
})
