// Builds everything that tests run, and the Prisma clients for all databases: `npm run build:all`. Runs of tests that
// start at the same time find nothing to do.
import { build } from './lib/build.js'
import { generateClients } from './lib/datamodels.js'

const [code] = await Promise.all([build(), generateClients(['postgresql', 'mysql'])])
process.exitCode = code
