import type { Provider } from '../database.js'
import type { Dialect } from './change.js'
import { mysql } from './mysql.js'
import { postgres } from './postgresql.js'
import { sqlite } from './sqlite.js'

/** The dialect of a database. */
export function dialectOf(provider: Provider): Dialect {
  return { sqlite, postgresql: postgres, mysql }[provider]
}
