import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { LongFirst } from './test/support/long-first.js'
import { prismaAlone } from './test/support/prisma-alone.js'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

// A different seed for inputs also means a different order of files.
const { CLIENT, ENGINE, FUZZ_SEED, INSTALLS, QUICK, SITE, SOAK } = process.env

// Tests that install packages need a registry and several minutes, so they are not part of `npm test`.
const installing = 'test/**/*.install.ts'

// Tests that install packages for a single assertion, such as other programs that read what we write. Each takes as
// long as a hundred tests, so only `npm run soak` runs them.
const soaking = 'test/**/*.soak.ts'
const others = 'test/**/*.test.ts'

// Tests that start a process, a browser or a compiler take minutes. `npm test` takes two, and leaves them to `npm run
// test:slow`.
const slow = 'test/**/*.slow.test.ts'

// Tests that build the site of docs/ need no database: `npm run docs:check`.
const site = 'test/**/*.site.ts'

// Kysely 0.29 needs Node 22, and with Node 22 or later the tests use it.
const kysely = Number(process.versions.node.split('.')[0]) >= 22 ? 'kysely-0.29' : 'kysely'

// The tests of the Prisma Client itself, as listed in test/README.md.
const alone = prismaAlone.flatMap(({ path, title }) => (title === undefined ? [path] : []))

export default defineConfig({
  resolve: {
    alias: [
      { find: /^kysely$/, replacement: kysely },
      // The blog on Kysely: the same resources, with filters written for Kysely.
      ...(ENGINE === 'kysely'
        ? [{ find: /^((?:\.\.\/)+examples\/blog\/src)\/api\//, replacement: '$1/kysely/api/' }]
        : []),
      {
        find: /^@jsonapi-gen\/runtime\/(v1|adapter|prisma|sql|null|express|fastify|hono|node|testing|vocabulary)$/,
        replacement: here('runtime/src/$1.ts'),
      },
      // The runtime, with a check of its responses against their OpenAPI document.
      { find: /^@jsonapi-gen\/runtime$/, replacement: here('test/support/answers/runtime.ts') },
      { find: /^@jsonapi-gen\/openapi$/, replacement: here('openapi/src/index.ts') },
      { find: /^@jsonapi-gen\/openapi\/v1$/, replacement: here('openapi/src/v1.ts') },
      { find: /^@jsonapi-gen\/explorer$/, replacement: here('explorer/src/index.ts') },
      { find: /^@jsonapi-gen\/kysely$/, replacement: here('kysely/src/index.ts') },
      // The typed client, with only the features that React Native has.
      ...(CLIENT === 'hermes'
        ? [
            {
              find: /^@(jsonapi-gen\/client(\/(operations|plain|retries|tanstack))?|tanstack\/query-core)$/,
              replacement: here('test/client/support/on-hermes.ts'),
            },
          ]
        : []),
      { find: /^@jsonapi-gen\/client$/, replacement: here('client/src/index.ts') },
      {
        find: /^@jsonapi-gen\/client\/(operations|plain|retries)$/,
        replacement: here('client/src/$1.ts'),
      },
      { find: /^@jsonapi-gen\/client\/tanstack$/, replacement: here('client/src/tanstack/index.ts') },
      { find: /^jsonapi-gen$/, replacement: here('src/index.ts') },
    ],
  },
  test: {
    include: SITE ? [site] : INSTALLS ? [installing] : [others, ...(SOAK ? [installing, soaking] : [])],
    exclude: [...(QUICK ? [slow] : []), ...(ENGINE === 'kysely' ? alone : [])],
    globalSetup: SITE ? [] : 'test/support/global-setup.ts',
    setupFiles: SITE ? [] : 'test/support/answers/setup.ts',
    // `npm test` computes most of the time, and each additional worker loads all modules again. The other runs have two
    // more workers than there are cores, because many of their tests wait for locks, time or processes.
    maxWorkers: QUICK ? 3 : 4,
    // With the default of 16 MB, a tenth of the time is spent on collecting young objects.
    execArgv: ['--max-semi-space-size=64'],
    // Later runs reuse compiled modules: the cache key contains the text of the module and all aliases.
    experimental: { fsModuleCache: true },
    // Files share their workers' processes, because loading the common modules for each file took half of the time. A
    // file must undo its changes to the environment, and no result may depend on the order of files.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    sequence:
      FUZZ_SEED === undefined
        ? { sequencer: LongFirst }
        : { shuffle: { files: true }, seed: Number(FUZZ_SEED) },
    // A generous limit, because tests that start processes take many times as long on a busy machine.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
})
