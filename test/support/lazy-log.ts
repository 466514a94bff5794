import { type ProbedDatabase } from './probe.js'
import { queryServer } from './stores.js'

/**
 * Lets MariaDB commit without waiting for the disk, if the user may change this setting. No test stops the server.
 *
 * @returns a function that restores the setting
 */
export async function lazyLog(databases: readonly ProbedDatabase[]): Promise<() => Promise<void>> {
  const server = databases.find(({ name }) => name === 'mariadb')
  if (!server) return async () => {}
  const set = async (value: number): Promise<void> =>
    void (await queryServer.mariadb(server.url, [`SET GLOBAL innodb_flush_log_at_trx_commit = ${value}`]))
  try {
    const [row] = await queryServer.mariadb(server.url, ['SELECT @@innodb_flush_log_at_trx_commit AS value'])
    // If a concurrent run has already changed the setting, that run restores it.
    if (row?.['value'] !== 1) return async () => {}
    await set(2)
    return () => set(1)
  } catch (error) {
    if (String(error).includes('denied')) return async () => {}
    throw error
  }
}
