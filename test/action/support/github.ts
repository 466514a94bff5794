import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** A comment as GitHub's API returns it. */
export interface StoredComment {
  readonly id: number
  body: string
  readonly user: { readonly login: string; readonly type: string }
}

/** A fake of the part of GitHub's HTTP API that the action calls. */
export interface GitHub {
  readonly url: string
  readonly comments: StoredComment[]
  /** The write requests, such as `POST /repos/o/r/issues/7/comments`. */
  readonly writes: string[]
  /** The status that every write returns; undefined if writes succeed. */
  refusal: number | undefined
  /** The failures of the next requests, in order. */
  readonly failures: Failure[]
  /** The ids of comments that are already deleted, but are still listed once. */
  readonly gone: number[]
  /** The maximum length of a page, if it is shorter than requested. */
  cap: number | undefined
  /** The response to every request if another server, such as a proxy, responds instead of GitHub. */
  page: string | undefined
}

/** A failing response. Without a status, the connection is closed without a response. */
export interface Failure {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

const BOT = { login: 'github-actions[bot]', type: 'Bot' }

/** Serves the API until the test ends. The token belongs to an app, like a workflow's token. */
export async function github(): Promise<GitHub> {
  const comments: StoredComment[] = []
  const writes: string[] = []
  const failures: Failure[] = []
  const gone: number[] = []
  const state: Pick<GitHub, 'refusal' | 'cap' | 'page'> = {
    refusal: undefined,
    cap: undefined,
    page: undefined,
  }
  let last = 100
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url = '' } = request
      const { pathname, searchParams } = new URL(url, 'http://localhost')
      const answer = (status: number, data?: unknown): void => {
        response.writeHead(status, { 'content-type': 'application/json' })
        response.end(data === undefined ? '' : JSON.stringify(data))
      }
      const failure = failures.shift()
      if (failure) {
        if (failure.status === undefined) return void request.socket.destroy()
        response.writeHead(failure.status, failure.headers)
        return void response.end('{}')
      }
      if (state.page !== undefined) {
        response.writeHead(200, { 'content-type': 'text/html' })
        return void response.end(state.page)
      }
      if (request.headers.authorization !== 'Bearer secret') return answer(401, {})
      if (pathname === '/user') return answer(403, {})
      if (method === 'GET' && pathname === '/repos/o/r/issues/7/comments') {
        const [wanted, page] = ['per_page', 'page'].map((name) => Number(searchParams.get(name)))
        if (wanted === undefined || page === undefined) return answer(422, {})
        const size = Math.min(wanted, state.cap ?? wanted)
        if (page * size < comments.length) response.setHeader('link', '<http://localhost/next>; rel="next"')
        answer(200, comments.slice((page - 1) * size, page * size))
        for (const id of gone.splice(0)) {
          comments.splice(
            comments.findIndex((each) => each.id === id),
            1,
          )
        }
        return undefined
      }
      writes.push(`${method} ${pathname}`)
      if (state.refusal !== undefined) return answer(state.refusal, {})
      const index = comments.findIndex(({ id }) => pathname === `/repos/o/r/issues/comments/${id}`)
      if (index >= 0 && comments[index]?.user.login !== BOT.login) return answer(403, {})
      if (method === 'DELETE' && index >= 0) {
        comments.splice(index, 1)
        return answer(204)
      }
      if (method === 'DELETE') return answer(404, {})
      const { body } = JSON.parse(Buffer.concat(chunks).toString()) as { body: string }
      if (body.length > 65_536) return answer(422, {})
      const known = comments[index]
      if (method === 'PATCH' && known) {
        known.body = body
        return answer(200, known)
      }
      if (method !== 'POST' || pathname !== '/repos/o/r/issues/7/comments') return answer(404, {})
      const created = { id: ++last, body, user: BOT }
      comments.push(created)
      return answer(201, created)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return Object.assign(state, { url: `http://127.0.0.1:${port}`, comments, writes, failures, gone })
}
