import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/support/long-first.js'
import { prismaAlone } from './test/support/prisma-alone.js'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

// Who draws other inputs also gets another order of files.
const { CLIENT, ENGINE, FUZZ_SEED, INSTALLS, QUICK, SITE, SOAK } = process.env

// What installs packages needs a registry and minutes: `npm test` needs neither.
const installing = 'test/**/*.install.ts'
const others = 'test/**/*.test.ts'

// What starts a process, a browser or a compiler takes minutes: `npm test` needs two, and leaves it to `npm run test:slow`.
const slow = 'test/**/*.slow.test.ts'

// What builds the site of docs/ needs no database: `npm run docs:check`.
const site = 'test/**/*.site.ts'

// Kysely 0.29 needs Node 22: there, the tests run with it.
const kysely = Number(process.versions.node.split('.')[0]) >= 22 ? 'kysely-0.29' : 'kysely'

// What tests the Prisma Client itself, as test/README.md lists it.
const alone = prismaAlone.flatMap(({ path, title }) => (title === undefined ? [path] : []))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^kysely$/, replacement: kysely },
      // The blog that a user of Kysely has: the same resources, with filters that are written for Kysely.
      ...(ENGINE === 'kysely'
        ? [{ find: /^((?:\.\.\/)+examples\/blog\/src)\/api\//, replacement: '$1/kysely/api/' }]
        : []),
      {
        find: /^@jsonapi-gen\/runtime\/(v1|adapter|prisma|sql|null|express|fastify|hono|node|testing|openapi|vocabulary)$/,
        replacement: here('runtime/src/$1.ts'),
      },
      // The runtime, and what holds its answers against their OpenAPI document.
      { find: /^@jsonapi-gen\/runtime$/, replacement: here('test/support/answers/runtime.ts') },
      { find: /^@jsonapi-gen\/kysely$/, replacement: here('kysely/src/index.ts') },
      // The typed client where there is only what React Native has.
      ...(CLIENT === 'hermes'
        ? [
            {
              find: /^@(jsonapi-gen\/client(\/(operations|plain|retries))?|tanstack\/query-core)$/,
              replacement: here('test/client/support/on-hermes.ts'),
            },
          ]
        : []),
      { find: /^@jsonapi-gen\/client$/, replacement: here('client/src/index.ts') },
      {
        find: /^@jsonapi-gen\/client\/(operations|plain|retries)$/,
        replacement: here('client/src/$1.ts'),
      },
      { find: /^jsonapi-gen$/, replacement: here('src/index.ts') },
    ],
  },
  test: {
    include: SITE ? [site] : INSTALLS ? [installing] : [others, ...(SOAK ? [installing] : [])],
    exclude: [...(QUICK ? [slow] : []), ...(ENGINE === 'kysely' ? alone : [])],
    globalSetup: SITE ? [] : 'test/support/global-setup.ts',
    setupFiles: SITE ? [] : 'test/support/answers/setup.ts',
    // `npm test` computes most of the time: each further worker loads all modules once more. The others have two more than
    // there are cores, because many of them wait, for locks, for time and for processes.
    maxWorkers: QUICK ? 3 : 4,
    // The default of 16 MB spends a tenth of the time on collecting what is still young.
    execArgv: ['--max-semi-space-size=64'],
    // What was compiled once is read by the next run: its key has the text of the module and all aliases.
    experimental: { fsModuleCache: true },
    // Files share the processes of their workers: to load what they have in common for each of them took half of the time.
    // What a file changes around itself is put back, and no result may depend on the order of files.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    sequence:
      FUZZ_SEED === undefined
        ? { sequencer: LongFirst }
        : { shuffle: { files: true }, seed: Number(FUZZ_SEED) },
    // Ample, because a busy machine is no fault: a test that starts processes takes many times as long on one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
