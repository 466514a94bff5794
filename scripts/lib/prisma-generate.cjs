// Generates the Prisma clients of several datamodels, one after the other: `node prisma-generate.cjs SCHEMA…`. Starting
// Prisma's command takes four times as long as generating a client, so all clients are generated in one process. Prisma
// ends the process if a datamodel is invalid.
const { join } = require('node:path')
const { once } = require('node:events')

const prisma = join(__dirname, '../../node_modules/prisma/build')
const [node = '', , ...schemas] = process.argv

void (async () => {
  for (const schema of schemas) {
    // The command reads its arguments when it is loaded, and has finished when the process has nothing left to do.
    const args = ['generate', '--generator', 'client', '--no-hints', '--schema', schema]
    process.argv = [node, join(prisma, 'index.js'), ...args]
    const finished = once(process, 'beforeExit')
    delete require.cache[join(prisma, 'cli.js')]
    require(join(prisma, 'cli.js'))
    await finished
    if (process.exitCode) break
  }
})()
