import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqlite, type BlogClient, type OpenDatabase } from '../support/databases.js'
import { oneIn } from '../support/sample.js'
import { compileProject, createProject, FRAMEWORKS, type Project } from './support/project.js'
import { requireAndAsk } from './support/require.js'

let database: OpenDatabase<BlogClient>
let project: Project
let compiled: string

beforeAll(async () => {
  database = await sqlite.open({ seed: true })
  project = await createProject('commonjs')
  // CommonJS has no `import` statements, so the compiler cannot keep them.
  compiled = await compileProject(project, 'typescript-7', { verbatimModuleSyntax: false })
}, 180_000)

afterAll(async () => {
  await database.close()
  await project.remove()
})

test('generated code for every framework compiles to CommonJS under all other strict flags', () => {
  expect(compiled).toBe('')
})

test.each(oneIn(2, FRAMEWORKS))(
  'require can load an app that is built as CommonJS, including circular sideloads: %s',
  async (framework) => {
    expect(await requireAndAsk(project, framework, database.url)).toEqual({
      code: 0,
      stdout: '200 authors,posts',
      stderr: '',
    })
  },
)
