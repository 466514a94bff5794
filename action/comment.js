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
  const mark = `<!-- jsonapi-gen ${markOf(key)} -->`
  const body = `${mark}\n${shortened(text, MAX_LENGTH - mark.length - 1, 'The rest is in the job summary.')}`
  const issues = `${api}/repos/${repository}/issues`
  const call = caller(token)
  try {
    const me = await loginOf(`${api}/user`, call)
    const found = await ownComments(`${issues}/${number}/comments`, { mark, me, call })
    let isThere = false
    let isKnown = false
    for (const each of found) {
      const url = `${issues}/comments/${each.id}`
      const isSame = each.body?.replaceAll('\r\n', '\n') === body
      // Two concurrent runs may each have added a comment.
      const write = isThere
        ? call(url, { method: 'DELETE' })
        : isSame
          ? undefined
          : call(url, { method: 'PATCH', body: { body } })
      const result = await outcomeOf(write)
      // Without the user's login, another bot's comment cannot be distinguished from our own.
      if (result === 'forbidden' && me !== undefined) throw await reasonOf(write)
      isThere ||= result === 'done'
      isKnown ||= result !== 'forbidden'
    }
    if (!isThere && (isKnown || !isQuiet(text))) {
      await call(`${issues}/${number}/comments`, { method: 'POST', body: { body } })
    }
    return undefined
  } catch (error) {
    if (error instanceof Refused && error.limit !== undefined) {
      return `${WITHOUT} GitHub rejects further requests ${error.limit}.`
    }
    if (isForbidden(error)) {
      return `${WITHOUT} GitHub returned ${error.status}: the token may not write comments, for example because the pull request comes from a fork. If it does not, add permissions: { contents: read, pull-requests: write } to the job.`
    }
    return `${WITHOUT} ${error instanceof Error ? error.message : String(error)}`
  }
}

/**
 * The project's name in the marker. Different names have different markers, and no marker ends the HTML comment.
 *
 * @param {string} key
 */
function markOf(key) {
  return key
    .replaceAll(/[^\w./ -]/gu, (found) => `%${found.codePointAt(0)?.toString(16)}`)
    .replaceAll('--', '-%2d')
}

const WITHOUT = 'The review is in the job summary instead of a comment.'

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
 * The outcome of writing a comment, which may already have been deleted, or may belong to someone else.
 *
 * @param {Promise<unknown> | undefined} answer
 * @returns {Promise<'done' | 'gone' | 'forbidden'>}
 */
async function outcomeOf(answer) {
  try {
    await answer
    return 'done'
  } catch (error) {
    if (error instanceof Refused && [404, 410].includes(error.status)) return 'gone'
    if (isForbidden(error)) return 'forbidden'
    throw error
  }
}

/**
 * @param {Promise<unknown> | undefined} answer
 * @returns {Promise<unknown>} the error
 */
async function reasonOf(answer) {
  return answer?.catch((/** @type {unknown} */ error) => error)
}

/** @typedef {{ readonly data: unknown, readonly hasNext: boolean }} Answer */

/** @typedef {(url: string, options?: { readonly method?: string, readonly body?: object }) => Promise<Answer>} Call */

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
    const response = await reach(url, {
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
    const text = response.status === 204 ? 'null' : await response.text()
    const hasNext = /;\s*rel="?next"?/.test(response.headers.get('link') ?? '')
    try {
      return { data: JSON.parse(text), hasNext }
    } catch {
      throw new Error(
        `${url} returned something other than JSON: check GITHUB_API_URL, and any proxy in front of it.`,
      )
    }
  }
}

/**
 * @param {string} url
 * @param {RequestInit} options
 */
async function reach(url, options) {
  try {
    return await fetch(url, options)
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : undefined
    if (cause === undefined) throw error
    throw new Error(`${url} cannot be reached: ${cause}. Check GITHUB_API_URL and the runner's network.`, {
      cause: error,
    })
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
    const { data } = await call(url)
    const user = /** @type {{ readonly login?: string } | null} */ (data)
    return user?.login
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
    const { data, hasNext } = await call(`${url}?per_page=100&page=${page}`)
    if (!Array.isArray(data)) throw new Error(`${url} did not return a list of comments.`)
    const comments = /** @type {readonly Comment[]} */ (data)
    for (const each of comments) {
      const isOwn = me === undefined ? each.user?.type === 'Bot' : each.user?.login === me
      if (isOwn && each.body?.startsWith(mark)) found.push(each)
    }
    // Some servers return shorter pages.
    if (!hasNext && comments.length < 100) break
  }
  return found
}
