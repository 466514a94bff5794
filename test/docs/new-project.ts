import { filesOf } from '../../create/src/files.js'
import { PROJECT } from '../create/support/shop.js'

/** The files of a new project, by path, as `create` writes them for Express on SQLite. */
export const filesOfNewProject = (): ReturnType<typeof filesOf> => filesOf(PROJECT)
