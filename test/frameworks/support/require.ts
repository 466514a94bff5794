import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ended, type Ended } from '../../generator/support/cli.js'
import type { Framework, Project } from './project.js'

/**
 * Loads a built API with `require`, and requests a comment with includes that form a cycle. Prints the status
 * and the types of the included records.
 */
export async function requireAndAsk(project: Project, framework: Framework, url: string): Promise<Ended> {
  const script = join(project.folder, `${framework}.main.cjs`)
  await writeFile(
    script,
    `const { api } = require('./dist/${framework}/routes/index.js')
api.fetch(new Request('http://localhost/comments/1?include=post.author.posts,author')).then(async (answer) => {
  const { included } = await answer.json()
  process.stdout.write(answer.status + ' ' + [...new Set(included.map(({ type }) => type))].sort())
})
`,
  )
  // Node 20 warns on stderr that requiring such a module is experimental.
  return ended([script], project.folder, { ...process.env, DATABASE_URL: url, NODE_NO_WARNINGS: '1' })
}
