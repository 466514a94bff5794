import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { blocksOf } from '../docs/blocks.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { folderWith, textsUnder } from '../generator/support/folder.js'

const MANIFEST = JSON.stringify({
  type: 'module',
  dependencies: { '@nestjs/core': '*', '@nestjs/platform-express': '*', '@nestjs/swagger': '*' },
  devDependencies: { vitest: '*', '@types/express': '*' },
})
const exampleOf = (path: string): Promise<string> => readFile(at(`examples/nest/${path}`), 'utf8')

describe('frameworks/nest (20.34): examples/nest, which nest.soak.ts installs', () => {
  test('the generated files of examples/nest are up to date', async () => {
    const { code, stdout } = await jsonapiGenHere(['generate', '--check'], at('examples/nest'))
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  })

  test("`init` writes the files of the example, and lists the changes to make in the application's own files", async () => {
    const service = 'src/database/prisma.service.ts'
    const folder = await folderWith({
      'package.json': MANIFEST,
      'prisma/schema.prisma': await exampleOf('prisma/schema.prisma'),
      'src/app.module.ts': '@Module({})\nexport class AppModule {}\n',
      'src/main.ts': 'const app = await NestFactory.create(AppModule)\nawait app.listen(3000)\n',
      'src/prisma/client.ts': '',
      [service]: await exampleOf(service),
    })
    const { code, stderr } = await jsonapiGenHere(['init', '--server'], folder)
    const written = await textsUnder(folder)
    expect({ code, steps: [...stderr.matchAll(/^ {2}\d+\. (.*)$/gm)].map(([, step]) => step) }).toEqual({
      code: 0,
      steps: [
        'review schema.yaml: the API serves only what this file lists',
        'add ApiModule, from ./api/routes/index.js, to the imports of AppModule in src/app.module.ts',
        'in src/main.ts, pass await withApi(document), from ./openapi.js, to SwaggerModule.setup instead of the document',
        'npm install @jsonapi-gen/runtime @jsonapi-gen/openapi @jsonapi-gen/explorer @prisma/client@7',
        'npm run jsonapi:generate',
      ],
    })
    expect(stderr).toContain('no server was written: Nest serves the API through ApiModule\n')
    expect(written['schema.yaml']).toContain('  framework: nest #')
    expect(JSON.parse(written['package.json'] ?? '').scripts).toEqual({
      'jsonapi:generate': 'jsonapi-gen generate',
      'jsonapi:check': 'jsonapi-gen generate --check',
    })
    for (const path of ['src/provided.ts', 'src/openapi.ts', 'src/prisma.ts']) {
      expect({ [path]: written[path] }).toEqual({ [path]: await exampleOf(path) })
    }
    expect(Object.keys(written)).not.toContain('src/server.ts')
    expect(Object.keys(written)).not.toContain('vitest.config.ts')
  })

  test("once the application's files contain these changes, `init` no longer lists them", async () => {
    const folder = await folderWith({
      'package.json': MANIFEST,
      'prisma/schema.prisma': await exampleOf('prisma/schema.prisma'),
      'src/app.module.ts': await exampleOf('src/app.module.ts'),
      'src/main.ts': await exampleOf('src/main.ts'),
    })
    const { stderr } = await jsonapiGenHere(['init'], folder)
    expect(stderr).not.toMatch(/AppModule|withApi/)
    // Without a class that extends it, src/prisma.ts opens the client.
    expect((await textsUnder(folder))['src/prisma.ts']).toContain('new PrismaClient({ adapter })')
  })

  test('in a new CommonJS project of Nest 11 with Prisma, `init` lists everything that `nest build`, `node dist/main` and Jest need', async () => {
    const manifest = {
      dependencies: { '@nestjs/core': '*', '@nestjs/platform-express': '*' },
      devDependencies: { jest: '*', 'ts-jest': '*', dotenv: '*' },
    }
    const schema = await exampleOf('prisma/schema.prisma')
    const files = {
      'package.json': JSON.stringify(manifest),
      'prisma/schema.prisma': schema.replace(/output .*/, 'output = "../generated/prisma"'),
      'prisma7.config.ts': 'export default {}\n',
      'tsconfig.build.json': '{ "extends": "./tsconfig.json", "exclude": ["node_modules", "test", "dist"] }',
      'tsconfig.json': '{ "compilerOptions": { "module": "nodenext", "types": ["node"] } }',
      '.env': 'DATABASE_URL="file:./dev.db"\n',
      'src/app.module.ts': '@Module({})\nexport class AppModule {}\n',
      'src/main.ts': 'const app = await NestFactory.create(AppModule)\nawait app.listen(3000)\n',
    }
    const folder = await folderWith(files)
    const { code, stderr } = await jsonapiGenHere(['init', '--server'], folder)
    const written = await textsUnder(folder)
    expect({ code, steps: [...stderr.matchAll(/^ {2}\d+\. (.*)$/gm)].map(([, step]) => step) }).toEqual({
      code: 0,
      steps: [
        'review schema.yaml: the API serves only what this file lists',
        'add ApiModule, from ./api/routes/index.js, to the imports of AppModule in src/app.module.ts',
        'add "prisma7.config.ts" to exclude in tsconfig.build.json: otherwise nest build writes dist/src/main.js, which npm run start:prod does not find',
        'in prisma/schema.prisma, set output to a folder in src, such as "../src/generated/prisma", and change the import in src/prisma.ts: otherwise nest build writes dist/src/main.js, which npm run start:prod does not find',
        "make import 'dotenv/config' the first line of src/main.ts: src/prisma.ts needs DATABASE_URL from .env",
        'npm install --save-dev @types/node @types/express',
        "configure Jest as in https://github.com/jsonapi-gen/jsonapi-gen/blob/main/docs/nest.md#tests, with setupFilesAfterEnv: ['<rootDir>/src/testing/database.ts']; otherwise, tests use your own database",
        'npm install @jsonapi-gen/runtime @jsonapi-gen/openapi @jsonapi-gen/explorer @prisma/client@7 @prisma/adapter-libsql@7',
        'npx prisma@7 generate',
        'npm run jsonapi:generate',
      ],
    })
    // Jest's functions are global, and the folder has no Vitest.
    expect(written['src/testing/database.ts']).toContain('\nbeforeAll(async () => {\n')
    expect(written['src/testing/database.ts']).not.toContain('vitest')
    expect(written['schema.yaml']).toContain(
      '  openapi: true # GET /api/openapi.json; with NODE_ENV=development, a page for trying the API at GET /api/explorer\n',
    )
  })

  test('with @nestjs/platform-fastify, the API is a Fastify plugin', async () => {
    const folder = await folderWith({
      'package.json': MANIFEST.replace('platform-express', 'platform-fastify'),
      'prisma/schema.prisma': await exampleOf('prisma/schema.prisma'),
    })
    expect(await jsonapiGenHere(['init'], folder)).toMatchObject({ code: 0 })
    expect((await textsUnder(folder))['schema.yaml']).toContain('  framework: fastify #')
  })
})

describe('docs/nest.md', () => {
  const blocks = [...blocksOf('docs/nest.md', 'ts'), ...blocksOf('docs/nest.md', 'js')]

  test.each(blocks.map((block) => [block.path ?? '', block.text]))(
    'the code in docs/nest.md is in %s of the example',
    async (path, text) => {
      expect(await exampleOf(path)).toContain(text)
    },
  )
})
