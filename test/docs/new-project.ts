import { filesOf } from '../../create/src/files.js'

/** The files of a new project, by path, as `create` writes them for Express on SQLite. */
export const filesOfNewProject = (): ReturnType<typeof filesOf> =>
  filesOf({
    name: 'shop',
    framework: 'express',
    database: 'sqlite',
    databaseUrl: 'file:./prisma/dev.db',
    manager: 'npm',
    own: { generator: '0.2.0', runtime: '0.2.0' },
  })
