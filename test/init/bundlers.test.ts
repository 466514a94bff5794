import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith, textsUnder } from '../generator/support/folder.js'

const DATAMODEL = `generator client {
  provider = "prisma-client"
  output   = "../src/generated/prisma"
}

datasource db {
  provider = "sqlite"
}

model Note {
  id   Int    @id
  text String
}
`

const PROJECTS = [
  {
    name: 'Next.js',
    dependency: 'next',
    more: { 'src/app/page.tsx': '' },
    route: 'src/app/api/[[...path]]/route.ts',
    from: '../../../api/routes/index',
  },
  {
    name: 'Next.js',
    dependency: 'next',
    more: { 'app/page.tsx': '', 'src/app/page.tsx': '' },
    route: 'app/api/[[...path]]/route.ts',
    from: '../../../src/api/routes/index',
  },
  {
    name: 'SvelteKit',
    dependency: '@sveltejs/kit',
    more: {},
    route: 'src/routes/api/[...path]/+server.ts',
    from: '../../../api/routes/index',
  },
  {
    name: 'TanStack Start',
    dependency: '@tanstack/react-start',
    more: {},
    route: 'src/routes/api/$.ts',
    from: '../../api/routes/index',
  },
  {
    name: 'Nuxt',
    dependency: 'nuxt',
    more: {},
    route: 'server/api/[...].ts',
    from: '../../src/api/routes/index',
  },
]

describe('init/bundlers (20.35): a framework that bundles its routes', () => {
  test.each(PROJECTS)(
    'for $name, `init` writes extensionless imports, one Prisma Client for all reloads, and $route on request',
    async ({ name, dependency, more, route, from }) => {
      const folder = await folderWith({
        'package.json': JSON.stringify({ type: 'module', dependencies: { [dependency]: '*' } }),
        'prisma/schema.prisma': DATAMODEL,
        ...more,
      })
      const offered = await jsonapiGenHere(['init'], folder)
      expect(offered.stderr).toContain(
        `. npx jsonapi-gen init --server writes ${route}, where ${name} serves the API\n`,
      )
      await rm(join(folder, 'src/prisma.ts'))
      const { code, stderr } = await jsonapiGenHere(['init', '--server'], folder)
      expect(code, stderr).toBe(0)
      expect(stderr).toContain(`wrote ${route}, where ${name} serves the API\n`)
      const written = await textsUnder(folder)
      expect(written['schema.yaml']).toContain(
        '  framework: fetch # express | fastify | hono | nest | fetch\n  imports: none # js | ts | none: how imports of your own files end\n  openapi: true # GET /openapi.json\n',
      )
      expect(written[route]).toContain(` from '${from}';\n`)
      expect(written['src/prisma.ts']).toContain(" from './generated/prisma/client';\n")
      expect(written['src/prisma.ts']).toContain('(kept.prisma ??= new PrismaClient({ adapter }));\n')
      expect(await jsonapiGenHere(['generate'], folder)).toMatchObject({ code: 0 })
      expect(await readFile(join(folder, 'src/api/routes/index.ts'), 'utf8')).toContain(
        "\n  prefix: '/api', // the path of the route that calls these handlers\n",
      )
      const again = await jsonapiGenHere(['init', '--server'], folder)
      expect(again.stderr).toContain(`${route} already exists and is unchanged\n`)
      expect((await textsUnder(folder))[route]).toBe(written[route])
    },
  )

  test('in Next.js, an existing catch-all route stays, because Next.js refuses a second one beside it', async () => {
    const folder = await folderWith({
      'package.json': JSON.stringify({ type: 'module', dependencies: { next: '*' } }),
      'prisma/schema.prisma': DATAMODEL,
      'app/api/[...path]/route.ts': '// mine\n',
    })
    const { stderr } = await jsonapiGenHere(['init', '--server'], folder)
    expect(stderr).toContain('app/api/[...path]/route.ts already exists and is unchanged\n')
    const written = await textsUnder(folder)
    expect(Object.keys(written).filter((path) => path.startsWith('app/'))).toEqual([
      'app/api/[...path]/route.ts',
    ])
  })

  test('a server framework takes precedence, because its server may also serve the pages', async () => {
    const folder = await folderWith({
      'package.json': JSON.stringify({ dependencies: { next: '*', express: '*' } }),
      'prisma/schema.prisma': DATAMODEL,
    })
    await jsonapiGenHere(['init'], folder)
    const { 'schema.yaml': schema, 'src/prisma.ts': client } = await textsUnder(folder)
    expect(schema).toContain(
      '  framework: express # express | fastify | hono | nest | fetch\n  openapi: true',
    )
    expect(client).toContain(" from './generated/prisma/client.js';\n")
    expect(client).toContain('export const prisma: PrismaClient = new PrismaClient({ adapter });\n')
  })
})
