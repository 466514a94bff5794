import { setTimeout } from 'node:timers/promises'
import { shortened } from './shortened.js'

/** @typedef {{ readonly id: number, readonly body?: string | null, readonly user?: { readonly login: string, readonly type: string } | null }} Comment */

/** GitHub rejects a longer comment. */
const MAX_LENGTH = 65_536

const MAX_PAGES = 30
const TIMEOUT_MS = 10_000
const ATTEMPTS = 3
/** The maximum time that this step waits for GitHub, in seconds. */
const PATIENCE = 5

/**
 * Updates the comment that an earlier run wrote on a pull request, or adds a new comment. The first comment is added
 * only if there is something to report.
 *
 * @param {string} text
 * @param {{ readonly api: string, readonly repository: string, readonly number: number, readonly token: string, readonly key: string }} options
 * @returns {Promise<string | undefined>} why there is no comment, and what to do
 */
export async function comment(text, { api, repository, number, token, key }) {
  if (token === '') return `${WITHOUT} There is no token.`
  const mark = `<!-- jsonapi-gen ${key.replaceAll(/[^\w./ -]/g, '_').replaceAll('--', '__')} -->`
  const body = `${mark}\n${shortened(text, MAX_LENGTH - mark.length - 1, 'The rest is in the summary of the job.')}`
  const issues = `${api}/repos/${repository}/issues`
  const call = caller(token)
  try {
    const me = await loginOf(`${api}/user`, call)
    const [own, ...others] = await ownComments(`${issues}/${number}/comments`, { mark, me, call })
    const isSame = own?.body?.replaceAll('\r\n', '\n') === body
    const isThere =
      own !== undefined &&
      (isSame || (await wasThere(call(`${issues}/comments/${own.id}`, { method: 'PATCH', body: { body } }))))
    if (!isThere && (own !== undefined || !isQuiet(text))) {
      await call(`${issues}/${number}/comments`, { method: 'POST', body: { body } })
    }
    // Two concurrent runs may each have added a comment.
    for (const each of others) await wasThere(call(`${issues}/comments/${each.id}`, { method: 'DELETE' }))
    return undefined
  } catch (error) {
    if (error instanceof Refused && error.limit !== undefined) {
      return `${WITHOUT} GitHub permits no more requests ${error.limit}.`
    }
    if (isForbidden(error)) {
      return `${WITHOUT} GitHub returned ${error.status}: the token may not write comments, as in a pull request from a fork. Otherwise, add permissions: { contents: read, pull-requests: write } to the job.`
    }
    return `${WITHOUT} ${error instanceof Error ? error.message : String(error)}`
  }
}

const WITHOUT = 'The review is in the summary of this job instead of a comment.'

/**
 * Whether a review contains nothing that a reviewer must know.
 *
 * @param {string} text
 */
function isQuiet(text) {
  return text.startsWith('## ') && (text.split('\n', 1)[0] ?? '').includes('✅') && !text.includes('\n## ')
}

/** An error response from GitHub. */
class Refused extends Error {
  /**
   * @param {string} method
   * @param {string} url
   * @param {Response} response
   */
  constructor(method, url, { status, headers }) {
    super(`GitHub returned ${status} for ${method} ${url}.`)
    this.status = status
    const after = headers.get('retry-after')
    const reset = headers.get('x-ratelimit-remaining') === '0' ? headers.get('x-ratelimit-reset') : null
    const isLimit = [403, 429].includes(status)
    /** The time at which the rate limit ends, in words; undefined if the rate limit is not the reason. */
    this.limit =
      isLimit && after !== null
        ? `for ${after} seconds`
        : isLimit && reset !== null
          ? `until ${new Date(Number(reset) * 1000).toJSON()}`
          : undefined
    /** The number of seconds until another attempt makes sense, if any. */
    this.wait = isLimit && after !== null ? Number(after) : status >= 500 ? 1 : Infinity
  }
}

/**
 * Whether the token lacks the permission.
 *
 * @param {unknown} error
 * @returns {error is Refused}
 */
function isForbidden(error) {
  return error instanceof Refused && error.limit === undefined && [401, 403, 404].includes(error.status)
}

/**
 * Whether a comment still existed.
 *
 * @param {Promise<unknown>} answer
 */
async function wasThere(answer) {
  try {
    await answer
    return true
  } catch (error) {
    if (error instanceof Refused && [404, 410].includes(error.status)) return false
    throw error
  }
}

/** @typedef {(url: string, options?: { readonly method?: string, readonly body?: object }) => Promise<unknown>} Call */

/**
 * @param {string} token
 * @returns {Call}
 */
function caller(token) {
  return async (url, { method = 'GET', body } = {}) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(url, { method, body })
      } catch (error) {
        // A POST whose response was lost may have succeeded.
        const wait = method === 'POST' || attempt === ATTEMPTS ? Infinity : waitAfter(error)
        if (wait > PATIENCE) throw error
        await setTimeout(wait * 1000)
      }
    }
  }

  /**
   * @param {string} url
   * @param {{ readonly method: string, readonly body: object | undefined }} options
   */
  async function once(url, { method, body }) {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'x-github-api-version': '2022-11-28',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!response.ok) throw new Refused(method, url, response)
    return response.status === 204 ? undefined : response.json()
  }
}

/**
 * The seconds until another attempt makes sense. A request that timed out is not repeated.
 *
 * @param {unknown} error
 */
function waitAfter(error) {
  if (error instanceof Refused) return error.wait
  return error instanceof Error && error.name === 'TimeoutError' ? Infinity : 1
}

/**
 * The login of the token's user. A workflow's token belongs to an app, which may not request the login.
 *
 * @param {string} url
 * @param {Call} call
 * @returns {Promise<string | undefined>}
 */
async function loginOf(url, call) {
  try {
    const user = /** @type {{ readonly login: string }} */ (await call(url))
    return user.login
  } catch (error) {
    if (isForbidden(error)) return undefined
    throw error
  }
}

/**
 * The comments of earlier runs, oldest first. People can copy the mark, but they are not bots.
 *
 * @param {string} url
 * @param {{ readonly mark: string, readonly me: string | undefined, readonly call: Call }} options
 * @returns {Promise<readonly Comment[]>}
 */
async function ownComments(url, { mark, me, call }) {
  const found = []
  for (let page = 1; page <= MAX_PAGES; page++) {
    const comments = /** @type {readonly Comment[]} */ (await call(`${url}?per_page=100&page=${page}`))
    for (const each of comments) {
      const isOwn = me === undefined ? each.user?.type === 'Bot' : each.user?.login === me
      if (isOwn && each.body?.startsWith(mark)) found.push(each)
    }
    if (comments.length < 100) break
  }
  return found
}
