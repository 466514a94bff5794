// Type-checks every part of the repository with the TypeScript version that builds it.
import { generateClients } from './lib/datamodels.js'
import { run, tsc } from './lib/run.js'

await generateClients(['sqlite'])
const commands = [
  ['-b', 'runtime', 'openapi', 'explorer', 'client', 'kysely', 'prove', 'examples/blog'], // emits the declarations that later projects use
  ['-b', 'examples/blog/prisma', 'examples/saas/prisma'],
  ['-p', 'explorer/page'],
  ['-p', '.', '--noEmit'],
  ['-p', 'create', '--noEmit'],
  ['-p', 'examples/blog', '--noEmit'],
  ['-p', 'examples/saas', '--noEmit'],
  ['-p', 'test'],
]
// Several checkers check some types more than once. In CI, other checks use the second core.
const single = process.env['CI'] ? ['--singleThreaded'] : []
for (const args of commands) {
  const { code } = await run(process.execPath, [tsc(), ...args, ...single])
  if (code !== 0) process.exitCode = 1
}
