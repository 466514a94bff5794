import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { acceptedIn } from '../../prove/src/accepted.js'
import type { Asked } from '../../prove/src/asked.js'
import { type Finding, findingFrom, findingId } from '../../prove/src/finding.js'
import { offersOf } from '../../prove/src/offer.js'
import type { Pair } from '../../prove/src/pair.js'
import { tablesOf } from '../../prove/src/tables.js'
import { registry } from '../../examples/saas/src/api/generated/index.gen.js'
import { controllers } from '../../examples/saas/src/api/generated/routes.gen.js'
import { blocksOf } from '../docs/blocks.js'
import type { Outcome } from '../../prove/src/explore.js'
import { statementHints, timeHints } from '../../prove/src/hints.js'
import { rendered, reportOf } from '../../prove/src/report.js'
import { ruleIn } from '../../prove/src/rules.js'
import { smallest, smallestRequest } from '../../prove/src/shrink.js'
import { sourcesIn } from '../../prove/src/sources.js'
import { statementsIn } from '../../prove/src/sql.js'

const FINDING: Finding = {
  id: 'GET /posts?filter[popular]',
  viewer: 'guest',
  request: 'GET /posts?filter[popular]=true',
  type: 'posts',
  summary:
    'GET /posts?filter[popular]=true as guest depends on Post 7, which scopeLive hides: PostResource.filterPopular, src/api/post.resource.ts:14',
  differences: ['Post 7: views is 1 in the first database and 5 in the second'],
  responses: ['200 {"data":[]}', '200 {"data":[1]}'],
  places: ['PostResource.filterPopular, src/api/post.resource.ts:14'],
}

const OUTCOME: Outcome = {
  findings: [],
  seed: 1,
  pairs: 2,
  requests: 40,
  seconds: 5,
  progress: [{ seconds: 5, requests: 40, asked: 8, answered: 6, findings: 0 }],
  viewers: ['guest', 'ann'],
  statuses: { guest: { 200: 30, 404: 10 } },
  covered: [{ type: 'posts', asked: 8, answered: 6, of: 10 }],
  uncovered: [],
  exceptions: { cascades: 0, unique: 0, restricted: 0 },
  leftOut: 0,
  nothingHidden: [],
  unsteady: [],
  hints: [],
  isScopesTrusted: true,
  incomplete: [],
  unreached: [],
}

const asked = (part: Partial<Asked>): Asked => ({
  method: 'GET',
  path: '/posts',
  query: [],
  type: 'posts',
  covers: [],
  ...part,
})

describe('prove/report', () => {
  test('the report names the viewers that were skipped for lack of time, and the tables that lack rows', () => {
    const incomplete = ['The database rejects 5 generated rows of Post: CHECK constraint failed: views']
    const text = rendered(reportOf({ ...OUTCOME, unreached: ['ann'], incomplete }, []), 'text')
    expect(text.split('\n')).toContain('There was no time for ann: increase --seconds.')
    expect(text.split('\n')).toContain(`${incomplete[0]}. To supply rows yourself, use "fill" in prove.ts.`)
  })

  test('without findings, the report says what was covered and what was not', () => {
    expect(rendered(reportOf(OUTCOME, []), 'text')).toBe(
      [
        'No findings.',
        'Covered: 2 viewers (guest, ann) × 1 resources × 8 kinds of request, in 2 pairs of databases with 40 requests. Seed 1.',
        'Responses: guest 30 × 200, 10 × 404.',
        'Not covered: 2 kinds of request, because time ran out, and 2 that returned no data to any viewer.',
        'The scopes were assumed to be correct. With "tenant" or "sees" in prove.ts, they are checked as well.',
        '',
      ].join('\n'),
    )
  })

  test('a finding begins with a sentence, and becomes an annotation at its line on GitHub', () => {
    const report = reportOf({ ...OUTCOME, findings: [FINDING] }, [])
    expect(rendered(report, 'text')).toContain(`1. ${FINDING.summary}\n   difference: Post 7`)
    expect(rendered(report, 'github')).toMatch(
      /^::error file=src\/api\/post\.resource\.ts,line=14::GET \/posts\?filter\[popular\]=true as guest/,
    )
    expect(rendered(report, 'markdown')).toContain('### `GET /posts?filter[popular]`')
    expect(JSON.parse(rendered(report, 'json'))).toMatchObject({ findings: [{ id: FINDING.id }] })
  })

  test('accepted findings are listed with their reasons, and those that no longer occur are reported', () => {
    const accepted = [
      { id: FINDING.id, reason: 'views are public' },
      { id: 'GET /tags', reason: 'old' },
    ]
    const report = reportOf({ ...OUTCOME, findings: [FINDING] }, accepted)
    expect(report.findings).toEqual([])
    expect(rendered(report, 'text')).toContain(
      'Accepted: GET /posts?filter[popular]: views are public\nAccepted, but not found: GET /tags. If the finding has been fixed, remove the id from prove.accepted.json.',
    )
  })

  test('the file of accepted findings must contain a reason for each finding', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'accepted-'))
    const path = join(folder, 'prove.accepted.json')
    expect(acceptedIn(path)).toEqual([])
    await writeFile(path, '[{ "finding": "GET /posts", "reason": "public" }]')
    expect(acceptedIn(path)).toEqual([{ id: 'GET /posts', reason: 'public' }])
    for (const text of ['{', '{}', '[{ "finding": "GET /posts", "reason": " " }]']) {
      await writeFile(path, text)
      expect(() => acceptedIn(path)).toThrow(/^prove\.accepted\.json must be a list: /)
    }
    await rm(folder, { recursive: true })
  })

  test("a finding's id contains no record ids or values", () => {
    const ids = [
      asked({
        query: [
          ['filter[a]', '1'],
          ['sort', '-name'],
        ],
      }),
      asked({ path: '/posts/7/relationships/tags' }),
      asked({ method: 'POST', path: '/posts/-actions/import', body: {}, covers: ['action import'] }),
      asked({ method: 'PATCH', path: '/posts/7', body: {}, covers: ['update title'] }),
    ].map((each) => findingId(each))
    expect(ids).toEqual([
      'GET /posts?filter[a]&sort=-name',
      'GET /posts/{id}/relationships/tags',
      'POST /posts/-actions/import (action import)',
      'PATCH /posts/{id} (update title)',
    ])
  })
})

test('docs/prove.md shows a finding exactly as it is printed', () => {
  const { tables } = tablesOf(registry.values())
  const table = tables.find(({ model }) => model === 'Comment')
  if (!table) throw new Error('There are no comments.')
  const pair: Pick<Pair, 'viewer' | 'offers' | 'hidden'> = {
    viewer: 'guest',
    offers: offersOf({ registry, controllers }, tables),
    hidden: () => 'scopes',
  }
  const { summary } = findingFrom({
    pair,
    asked: asked({ path: '/projects', query: [['filter[discussed]', 'true']], type: 'projects' }),
    after: undefined,
    changes: [{ kind: 'set', table, row: { id: 5 }, values: { projectId: 4 }, isVisible: false }],
    responses: [],
    places: ['ProjectResource.filterDiscussed, src/api/project.resource.ts:9'],
  })
  expect(blocksOf('docs/prove.md', 'text').map(({ text }) => text)).toEqual([`${summary}\n`])
})

describe('prove/shrink', () => {
  test('`prove` reduces a list to the items that a condition needs', async () => {
    const items = Array.from({ length: 50 }, (_, index) => index)
    const least = await smallest(items, async (some) => some.includes(7) && some.includes(33))
    expect(least.toSorted((one, other) => one - other)).toEqual([7, 33])
  })

  test('`prove` removes the parameters and members of a request that a condition does not need', async () => {
    const least = await smallestRequest(
      asked({
        method: 'PATCH',
        query: [
          ['include', 'a,b'],
          ['sort', 'c'],
        ],
        body: {
          data: { type: 'posts', id: '1', attributes: { a: 1, b: 2 }, relationships: { c: { data: null } } },
        },
      }),
      async ({ query, body }) =>
        JSON.stringify(query).includes('b') && JSON.stringify(body).includes('"b":2'),
    )
    expect(least).toMatchObject({
      query: [['include', 'b']],
      body: { data: { type: 'posts', id: '1', attributes: { b: 2 } } },
    })
  })
})

test('a script is split into statements, without comments, and semicolons in strings are kept', () => {
  const script = `-- a; comment\nCREATE TABLE "a;b" (x TEXT DEFAULT ';');\n/* ; */ INSERT INTO t VALUES ('it''s; fine');`
  expect(statementsIn(script)).toEqual([
    `CREATE TABLE "a;b" (x TEXT DEFAULT ';')`,
    `INSERT INTO t VALUES ('it''s; fine')`,
  ])
})

test.each([
  ['posts.scopes.read: scopeLive passes {"where":{"live":true}}', 'scopeLive', 'scopeLive'],
  ['defaults.scopes.read: scopeTenant of posts passes nothing', 'scopeTenant', 'scopeTenant'],
  ['posts.scopes.read passes {}', 'the read scope', undefined],
  ['posts.defaultFilters.deletedAt passes {}', 'the default filter deletedAt', undefined],
  ['posts.actions.index: isMember passes', undefined, undefined],
])('`prove` recognizes the rule in a line of `explain` output: %s', (line, name, method) => {
  const passes = line.split(' passes ')[1] ?? ''
  expect(ruleIn(line)).toEqual(name === undefined ? undefined : { type: 'posts', name, method, passes })
})

describe('prove/hints', () => {
  test('median times that differ by a factor of two are reported as a hint, but only after five requests', () => {
    const times = new Map([
      ['GET /posts as ann', [[1, 1, 2, 1, 9], [4, 3, 3, 1, 4]] as const],
      ['GET /tags as ann', [[1, 1, 1, 1, 1], [1, 1, 1, 1.5, 9]] as const],
      ['GET /users as ann', [[1], [9]] as const],
    ]) // prettier-ignore
    expect(timeHints(times)).toEqual(['median times: GET /posts as ann: 1.0 ms and 3.0 ms'])
  })

  test('different numbers of statements are reported as a hint', () => {
    expect(statementHints(new Map([['GET /posts as ann', [[2, 3], [2, 5]] as const]]))).toEqual([
      'statements: GET /posts as ann: 3 and 5',
    ]) // prettier-ignore
  })

  test('the report prints hints, but does not count them as findings', () => {
    const hints = ['median times: GET /posts as ann: 1.0 ms and 3.0 ms']
    const text = rendered(reportOf({ ...OUTCOME, hints }, []), 'text')
    expect(text).toMatch(/^No findings\./)
    expect(text).toContain('\nHint, not a finding: median times: GET /posts as ann: 1.0 ms and 3.0 ms\n')
  })
})

test('`prove` names the line of a declaration whose function has no name, and of a filter without a method', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sources-'))
  await writeFile(
    join(folder, 'post.resource.ts'),
    "export class PostResource extends Base {\n  static {\n    this.sort((scope) => scope);\n    this.allowFilter('popular', { type: 'boolean' }, (scope) => scope);\n    this.extraField(\n      'readers',\n      { type: 'integer', value: () => 1 },\n    );\n    this.allowFilter('views');\n  }\n}\n",
  )
  const sources = sourcesIn(folder)
  const declared = [
    { call: 'sort' },
    { call: 'allowFilter', name: 'popular' },
    { call: 'extraField', name: 'readers' },
    { call: 'allowFilter', name: 'views' },
    { call: 'allowFilter', name: 'view' },
  ]
  expect(declared.map((each) => sources.declaration('PostResource', each))).toEqual([
    'PostResource.sort, post.resource.ts:3',
    "PostResource.allowFilter('popular'), post.resource.ts:4",
    "PostResource.extraField('readers'), post.resource.ts:5",
    "PostResource.allowFilter('views'), post.resource.ts:9",
    undefined,
  ])
  await rm(folder, { recursive: true })
})

test('`prove` finds a method in the file that contains its class', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sources-'))
  await writeFile(
    join(folder, 'post.resource.ts'),
    "export class PostResource extends Base {\n  static {\n    this.allowFilter('popular');\n  }\n\n  async filterPopular(scope) {\n    return scope\n  }\n}\n",
  )
  const sources = sourcesIn(folder)
  expect(sources.place('PostResource', 'filterPopular')).toBe(
    'PostResource.filterPopular, post.resource.ts:6',
  )
  expect(sources.place('PostResource', '')).toBe('PostResource, post.resource.ts:1')
  expect(sources.place('TagResource', 'create')).toBe('TagResource.create')
  await rm(folder, { recursive: true })
})
