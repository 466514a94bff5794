// Generates the Prisma clients that compiling and type checking need: the examples' and the tests', for SQLite.
import { generateClients } from './lib/datamodels.js'

await generateClients(['sqlite'])
