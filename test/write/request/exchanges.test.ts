import { readdir, readFile, writeFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { sampledKeys } from '../../support/databases.js'
import { writableBlog } from '../support/blog.js'
import type { Answer } from '../support/send.js'

interface Exchange {
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown }
  readonly answer: Answer
}

const FOLDER = new URL('exchanges/', import.meta.url)

/** The headers that the reference client sends with every request, even without a body (rule 16.4). */
const HEADERS = { accept: 'application/vnd.api+json', 'content-type': 'application/vnd.api+json' }

const files = (await readdir(FOLDER)).toSorted()

describe.each(sampledKeys)('write/exchanges: requests from existing clients, on $title', (database) => {
  const blog = writableBlog(database)

  // Each request depends on the previous ones. With RECORD=1, the responses are recorded again. Review them before you
  // commit.
  test.each(files)('the response to the recorded request in %s is unchanged', async (file) => {
    const url = new URL(file, FOLDER)
    const { request, answer } = JSON.parse(await readFile(url, 'utf8')) as Exchange
    const given = timeless(await blog.send(request.method, request.path, request.body, HEADERS))
    if (process.env['RECORD'] === '1') {
      await writeFile(url, `${JSON.stringify({ request, answer: given }, null, 2)}\n`)
    }
    expect(given).toEqual(process.env['RECORD'] === '1' ? given : answer)
  })
})

/** Times are the only difference between two runs. */
function timeless(answer: Answer): Answer {
  const year = new Date().getUTCFullYear()
  const text = JSON.stringify(answer).replaceAll(new RegExp(String.raw`"${year}-[\dT:.-]+Z"`, 'g'), '"(now)"')
  return JSON.parse(text) as Answer
}
