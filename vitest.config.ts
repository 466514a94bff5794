import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

export default defineConfig({
  resolve: {
    alias: [
      {
        find: /^@jsonapi-gen\/runtime\/(v1|prisma|null|express|fastify|hono|node|testing)$/,
        replacement: here('runtime/src/$1.ts'),
      },
      { find: /^@jsonapi-gen\/runtime$/, replacement: here('runtime/src/index.ts') },
      { find: /^jsonapi-gen$/, replacement: here('src/index.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-setup.ts',
    // One worker for each of the two cores that there are at least; the default leaves one of them to the runner.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
  },
})
