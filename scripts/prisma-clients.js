// Generates the Prisma clients that compiling and type checking need: the blog's and the tests', for SQLite.
import { generateClients } from './lib/datamodels.js'

await generateClients(['sqlite'])
