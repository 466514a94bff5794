import { describe, expect, test } from 'vitest'
import { comment } from '../../action/comment.js'
import { github, type Failure, type GitHub } from './support/github.js'

const BAD = '## API of `schema.yaml`: ❌ breaks clients'
const GOOD = '## API of `schema.yaml`: ✅ nothing breaks clients'

const write = (text: string, { url }: GitHub, key = '. schema.yaml'): Promise<string | undefined> =>
  comment(text, { api: url, repository: 'o/r', number: 7, token: 'secret', key })

const bodies = ({ comments }: GitHub): readonly string[] =>
  comments.map(({ body }) => body.slice(body.indexOf('\n') + 1))

/** A fake service that contains a comment from an earlier run. */
async function commented(): Promise<GitHub> {
  const api = await github()
  expect(await write(BAD, api)).toBeUndefined()
  api.writes.length = 0
  return api
}

describe("the action's comment (28.5)", () => {
  test('the action writes its first comment only if something is wrong, and later runs edit that comment', async () => {
    const api = await github()
    expect([await write(GOOD, api), api.writes]).toEqual([undefined, []])
    expect([await write(BAD, api), await write(GOOD, api)]).toEqual([undefined, undefined])
    expect(bodies(api)).toEqual([GOOD])
    expect([await write(GOOD, api), api.writes.length]).toEqual([undefined, 2])
  })

  test.each<readonly Failure[]>([
    [{ status: 500 }],
    [{ status: 502 }, { status: 503 }],
    [{}],
    [{ status: 429, headers: { 'retry-after': '0' } }],
    [{ status: 403, headers: { 'retry-after': '0' } }],
  ])('a temporary GitHub failure is not reported: %j', async (...failures) => {
    const api = await commented()
    api.failures.push(...failures)
    expect([await write(GOOD, api), bodies(api)]).toEqual([undefined, [GOOD]])
  })

  test('if sending the first comment fails, it is not sent again, because it may have arrived', async () => {
    const api = await github()
    api.refusal = 500
    expect(await write(BAD, api)).toBe(
      `The review is in the job summary instead of a comment. GitHub returned 500 for POST ${api.url}/repos/o/r/issues/7/comments.`,
    )
    expect(api.writes).toEqual(['POST /repos/o/r/issues/7/comments'])
  })

  test('a rate limit is not mistaken for missing permissions, and the message says when GitHub lifts it', async () => {
    const api = await commented()
    const limited = {
      status: 403,
      headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '4102444800' },
    }
    api.failures.push(limited)
    expect(await write(GOOD, api)).toBe(
      'The review is in the job summary instead of a comment. GitHub rejects further requests until 2100-01-01T00:00:00.000Z.',
    )
    api.failures.push({ status: 429, headers: { 'retry-after': '3600' } })
    expect(await write(GOOD, api)).toBe(
      'The review is in the job summary instead of a comment. GitHub rejects further requests for 3600 seconds.',
    )
  })

  test('a comment that somebody deletes in the meantime is written again, and a duplicate that another run has already deleted causes no error', async () => {
    const api = await commented()
    const [own] = api.comments
    if (own) api.comments.push({ ...own, id: 200 })
    // Another run deleted this comment after the comments had been listed.
    api.gone.push(200)
    expect([await write(GOOD, api), bodies(api)]).toEqual([undefined, [GOOD]])
    api.gone.push(own?.id ?? 0)
    expect([await write(BAD, api), bodies(api)]).toEqual([undefined, [BAD]])
  })

  test("each project has its own comment, and another bot's comment with the same marker is left alone", async () => {
    const api = await github()
    for (const key of ['packages/ä', 'packages/ö', 'packages/_', 'a--b', 'a__b']) await write(BAD, api, key)
    expect(api.comments).toHaveLength(5)
    expect(api.comments.every(({ body }) => /^<!-- (?:(?!--).)* -->\n/.test(body))).toBe(true)
    const other = await commented()
    const [own] = other.comments
    if (own) other.comments.splice(0, 1, { ...own, user: { login: 'other[bot]', type: 'Bot' } })
    expect([await write(GOOD, other), bodies(other)]).toEqual([undefined, [BAD]])
    expect([await write(`${BAD}!`, other), bodies(other)]).toEqual([undefined, [BAD, `${BAD}!`]])
    expect([await write(GOOD, other), bodies(other)]).toEqual([undefined, [BAD, GOOD]])
  })

  test('the action finds an earlier comment even if the server returns short pages', async () => {
    const api = await commented()
    const [own] = api.comments
    if (own) api.comments.unshift(...Array.from({ length: 5 }, (_, id) => ({ ...own, id, body: 'x' })))
    api.cap = 2
    expect([await write(GOOD, api), bodies(api).at(-1), api.comments.length]).toEqual([undefined, GOOD, 6])
  })

  test.each(['<html>hi</html>', ''])(
    'a response that is not JSON is reported with advice on what to check: "%s"',
    async (page) => {
      const api = await github()
      api.page = page
      expect(await write(BAD, api)).toContain(
        '/user returned something other than JSON: check GITHUB_API_URL',
      )
    },
  )

  test('if a service cannot be reached, the message contains its address', async () => {
    const api = await github()
    expect(await write(BAD, { ...api, url: 'http://127.0.0.1:1' })).toMatch(
      /http:\/\/127\.0\.0\.1:1\/user cannot be reached: .*Check GITHUB_API_URL/,
    )
  })

  test("a comment never exceeds GitHub's maximum length, and says where to find the rest", async () => {
    const api = await github()
    expect(await write(`${BAD}\n${'- a line of text\n'.repeat(10_000)}`, api)).toBeUndefined()
    const [body = ''] = api.comments.map((each) => each.body)
    expect(body.length).toBeLessThanOrEqual(65_536)
    expect(body.split('\n').slice(-3)).toEqual(['- a line of text', '', 'The rest is in the job summary.'])
  })
})
