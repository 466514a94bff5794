import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'
import { firstServer } from '../../../src/init/server.js'
import { firstFile } from '../../../src/init/templates.js'
import { blocksOf } from '../../docs/blocks.js'
import { ended, jsonapiGenHere } from '../../generator/support/cli.js'

export const FRAMEWORKS = ['express', 'fastify', 'hono', 'fetch'] as const

export type Framework = (typeof FRAMEWORKS)[number]

/** A project in which each framework has an API, generated from schema.example.yaml. */
export interface Project {
  readonly folder: string
  remove(): Promise<void>
}

/**
 * Generates the blog for each framework, and adds the code that a user writes by hand: the example's classes,
 * a server, and a controller that shows what it receives. The project is in the repository, where its imports
 * resolve.
 */
export async function createProject(type: 'module' | 'commonjs' = 'module'): Promise<Project> {
  await mkdir(at('.tmp'), { recursive: true })
  const folder = await mkdtemp(at('.tmp/frameworks-'))
  const blog = at('examples/blog')
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type }))
  // Prisma's client does not compile with the strict flags, so an application with these flags uses its declarations.
  for (const place of ['src', 'dist']) {
    await cp(join(blog, 'dist/prisma'), join(folder, place, 'prisma'), { recursive: true })
    await writeFile(join(folder, place, 'prisma/package.json'), JSON.stringify({ type: 'module' }))
  }
  for (const file of ['prisma.ts', 'client.ts', 'currencies.ts']) {
    const text = await readFile(join(blog, 'src', file), 'utf8')
    await writeFile(join(folder, 'src', file), text.replace('./api/', './express/'))
  }
  await cp(join(blog, 'prisma'), join(folder, 'prisma'), { recursive: true })
  const schema = await readFile(at('schema.example.yaml'), 'utf8')
  for (const framework of FRAMEWORKS) {
    const text = schema
      .replace('framework: express', `framework: ${framework}`)
      .replace('output: examples/blog/src/api', `output: src/${framework}`)
      .replaceAll('examples/blog/', '')
    await writeFile(join(folder, `${framework}.yaml`), text)
    const { code, stderr } = await jsonapiGenHere(
      ['generate', '--schema', `${framework}.yaml`, '--tests', '--quiet'],
      folder,
    )
    if (code !== 0) throw new Error(stderr)
    for (const file of ['post.resource.ts', 'currency.resource.ts', 'application.controller.ts']) {
      await cp(join(blog, 'src/api', file), join(folder, 'src', framework, file))
    }
    const fixtures = at('test/fixtures/frameworks')
    await cp(join(fixtures, 'tags.routes.ts'), join(folder, 'src', framework, 'routes/tags.routes.ts'))
    if (type === 'module') {
      await cp(join(fixtures, `${framework}.ts`), join(folder, 'src', `${framework}.ts`))
      // The server that `init --server` writes, next to the others.
      const first = (await firstServer(framework, 'prisma', 'js')?.text())?.replace(
        './api/',
        `./${framework}/`,
      )
      if (first) await writeFile(join(folder, 'src', `first-${framework}.ts`), first)
    }
    await cp(join(fixtures, 'announce.ts'), join(folder, 'src/announce.ts'))
  }
  await mkdir(join(folder, 'src/app'))
  for (const [file, line] of await entriesOfFetch()) await writeFile(join(folder, 'src', file), line)
  await symlink(at('node_modules'), join(folder, 'node_modules'))
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

/** The line in docs/frameworks.md that serves the API through its `fetch`, and the route that `init` writes for Next.js. */
async function entriesOfFetch(): Promise<readonly (readonly [file: string, line: string])[]> {
  const [block] = blocksOf('docs/frameworks.md', 'ts', 'Frameworks')
  const line = block?.text.split('\n').find((each) => each.endsWith("from './api/routes/index.js';")) ?? ''
  return [
    ['fetch-entry.ts', line.replace('./api/', './fetch/')],
    [
      'app/route.ts',
      await firstFile('route/next.ts', { module: '../fetch/routes/index.js', output: 'src/fetch' }),
    ],
  ]
}

/**
 * Compiles a project under the strict flags and returns the compiler's output. CommonJS supports neither
 * `verbatimModuleSyntax` nor the servers' top-level await.
 */
export async function compileProject(
  { folder }: Project,
  compiler: 'typescript' | 'typescript-7',
  options: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.base.json',
      compilerOptions: { rootDir: 'src', outDir: 'dist', ...options },
      include: ['src'],
    }),
  )
  const { stdout } = await ended([at(`node_modules/${compiler}/bin/tsc`), '-p', '.'], folder)
  return stdout
}
