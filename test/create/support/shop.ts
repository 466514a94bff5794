import type { Project } from '../../../create/src/project.js'

/** A new project for Express on SQLite. */
export const PROJECT: Project = {
  name: 'shop',
  framework: 'express',
  database: 'sqlite',
  databaseUrl: 'file:./prisma/dev.db',
  orm: 'prisma',
  manager: 'npm',
  own: {
    generator: '0.1.0',
    runtime: '0.1.0',
    openapi: '0.1.0',
    explorer: '0.1.0',
    kysely: '0.1.0',
    files: [],
  },
}
