// Generates the Prisma clients that compilation and type checks need: the clients of the examples and the tests, for
// SQLite.
import { generateClients } from './lib/datamodels.js'

await generateClients(['sqlite'])
