// Installs the Debian packages that a run needs, if they are missing.
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from '../lib/run.js'

/** The file to look for on disk, by package. */
const FILES = {
  postgresql: () => postgresqlPrograms() !== undefined,
  pgbouncer: () => existsSync('/usr/sbin/pgbouncer'),
  haproxy: () => existsSync('/usr/sbin/haproxy'),
  'mariadb-server': () => existsSync('/usr/sbin/mariadbd'),
  'galera-4': () => existsSync(GALERA),
  rsync: () => existsSync('/usr/bin/rsync'),
}

/** The library that MariaDB uses for replication. */
export const GALERA = '/usr/lib/galera/libgalera_smm.so'

const OF = {
  postgresql: /** @type {const} */ (['postgresql', 'pgbouncer', 'haproxy']),
  galera: /** @type {const} */ (['mariadb-server', 'galera-4', 'rsync', 'haproxy']),
}

/**
 * Installs missing packages with apt-get, without starting any service.
 *
 * @param {readonly (keyof typeof OF)[]} stores
 * @returns {Promise<readonly string[]>} the installed packages
 */
export async function installPackages(stores) {
  const wanted = new Set(stores.flatMap((store) => [...OF[store]]))
  const missing = [...wanted].filter((name) => !FILES[name]())
  if (missing.length === 0) return []
  const isOurs = !existsSync(POLICY)
  if (isOurs) writeFileSync(POLICY, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  try {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], { env, quiet: true })
    const { code, output } = await run('apt-get', ['install', '-y', ...missing], { env, quiet: true })
    if (code !== 0) throw new Error(`apt-get could not install ${missing.join(', ')}:\n${output}`)
  } finally {
    if (isOurs) rmSync(POLICY, { force: true })
  }
  return missing
}

/** The script that Debian runs before it starts a newly installed service. */
const POLICY = '/usr/sbin/policy-rc.d'

/** The folder with the programs of the newest installed PostgreSQL. */
export function postgresqlPrograms() {
  const root = '/usr/lib/postgresql'
  const [newest] = existsSync(root) ? readdirSync(root).toSorted((a, b) => Number(b) - Number(a)) : []
  return newest === undefined ? undefined : join(root, newest, 'bin')
}
