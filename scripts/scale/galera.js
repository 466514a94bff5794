// A Galera cluster of three nodes, and a HAProxy with a port for each node. If that node is not healthy, the next one
// is used.
import { readFile } from 'node:fs/promises'
import { PrismaMariaDb } from '@prisma/adapter-mariadb'
import { seed } from '../../examples/blog/dist/seed.js'
import { at } from '../lib/paths.js'
import { openClient } from './clients.js'
import { startHaproxy, startHealth } from './haproxy.js'
import { GALERA } from './packages.js'
import { folderOf, freePorts, runAs, start, until } from './programs.js'

const USER = 'mysql'
const HOST = '127.0.0.1'

/** @typedef {{ readonly name: string, readonly port: number, readonly group: number, readonly ist: number, readonly sst: number, readonly data: string }} Node */

/** @returns {Promise<import('./stores.js').Deployment>} */
export async function startGalera() {
  /** @type {Node[]} */
  const nodes = []
  for (const number of [1, 2, 3]) {
    const [port = 0, group = 0, ist = 0, sst = 0] = await freePorts(4)
    const data = folderOf(`node${number}`, USER)
    nodes.push({ name: `node${number}`, port, group, ist, sst, data })
  }
  const [one, two, three] = nodes
  if (!one || !two || !three) throw new Error('A cluster has three nodes.')
  const install = ['--no-defaults', `--datadir=${one.data}`, '--auth-root-authentication-method=normal']
  runAs('mariadb-install-db', [...install, '--skip-test-db'], { user: USER })
  const serve = async (/** @type {Node} */ node, /** @type {readonly string[]} */ more = []) => {
    const program = start(node.name, '/usr/sbin/mariadbd', [...settings(node, nodes), ...more], {
      user: USER,
    })
    await until(`${node.name} is in the cluster`, () => isSynced(node.port), program)
    return program
  }
  await serve(one, ['--wsrep-new-cluster'])
  await ask(one.port, '', [
    "CREATE USER blog@'%' IDENTIFIED BY 'blog'",
    "GRANT ALL ON *.* TO blog@'%'",
    'CREATE DATABASE blog CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci',
  ])
  await ask(one.port, 'blog', await tables())
  const prisma = await openClient('galera', { port: one.port, database: 'blog', connections: 2 })
  await seed(prisma)
  await prisma.$disconnect()
  await serve(two)
  let third = await serve(three)

  /** @type {import('./haproxy.js').Target[]} */
  const targets = []
  for (const { name, port } of nodes) {
    targets.push({ name, port, health: await startHealth(() => isSynced(port)) })
  }
  const ports = await freePorts(nodes.length)
  const ways = ports.map((port, index) => ({
    name: `way${index + 1}`,
    port,
    // The third node is the one that is killed. Meanwhile, its process writes to the next node.
    targets: [...targets.slice(index), ...targets.slice(0, index)],
  }))
  await startHaproxy('haproxy', ways)

  return {
    name: 'galera',
    what: 'a node of Galera',
    places: (number) => ({ primary: place(ports[(number + 2) % ports.length] ?? 0, 10) }),
    witnesses: nodes.map(({ name, port }) => ({ name, place: place(port) })),
    kill: () => third.stop('SIGKILL'),
    async revive() {
      // As in its systemd unit, the node reports its last position, and receives only what it missed.
      const position = recovered(three, nodes)
      third = await serve(three, position === undefined ? [] : [`--wsrep-start-position=${position}`])
    },
    async settle() {
      for (const { name, port } of nodes) await until(`${name} is in the cluster`, () => isSynced(port))
    },
    probe: async () => [],
  }
}

/** @param {number} port */
const place = (port, connections = 2) => ({ port, database: 'blog', connections })

/** @param {Node} node @param {readonly Node[]} nodes */
const settings = ({ name, port, group, ist, sst, data }, nodes) => [
  '--no-defaults',
  `--datadir=${data}`,
  `--socket=${data}/mysqld.sock`,
  `--pid-file=${data}/mysqld.pid`,
  `--port=${port}`,
  `--bind-address=${HOST}`,
  '--binlog-format=ROW',
  '--innodb-autoinc-lock-mode=2',
  '--innodb-buffer-pool-size=64M',
  '--innodb-flush-log-at-trx-commit=0',
  '--wsrep-on=ON',
  `--wsrep-provider=${GALERA}`,
  `--wsrep-cluster-name=scale`,
  `--wsrep-cluster-address=gcomm://${nodes.map((each) => `${HOST}:${each.group}`).join(',')}`,
  `--wsrep-node-name=${name}`,
  `--wsrep-node-address=${HOST}:${group}`,
  `--wsrep-sst-method=rsync`,
  `--wsrep-sst-receive-address=${HOST}:${sst}`,
  `--wsrep-slave-threads=2`,
  `--wsrep-provider-options=gmcast.listen_addr=tcp://${HOST}:${group};ist.recv_addr=${HOST}:${ist};gcache.size=64M`,
]

/** The node's position in the stream of writes when it was killed. @param {Node} node @param {readonly Node[]} nodes */
function recovered(node, nodes) {
  const log = `${node.data}/recover.log`
  runAs('/usr/sbin/mariadbd', [...settings(node, nodes), '--wsrep-recover', `--log-error=${log}`], {
    user: USER,
  })
  return /Recovered position: (\S+)/.exec(runAs('tail', ['-n', '50', log]))?.[1]
}

/**
 * Whether a node accepts statements: it is in the cluster, and has the same data as the others.
 *
 * @param {number} port
 */
async function isSynced(port) {
  const rows = await ask(port, '', [
    "SHOW GLOBAL STATUS WHERE Variable_name IN ('wsrep_ready', 'wsrep_local_state')",
  ])
  const values = new Map(rows.map(([name, value]) => [name, value]))
  return values.get('wsrep_ready') === 'ON' && values.get('wsrep_local_state') === '4'
}

async function tables() {
  const sql = await readFile(at('test/support/blog.mariadb.sql'), 'utf8')
  return sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;$/m)
    .filter((statement) => statement.trim() !== '')
}

/**
 * Runs statements as root, and returns the rows of the last one.
 *
 * @param {number} port
 * @param {string} database
 * @param {readonly string[]} statements
 * @returns {Promise<readonly (readonly unknown[])[]>}
 */
async function ask(port, database, statements) {
  const login = { host: HOST, port, user: 'root', password: '', connectionLimit: 1 }
  const times = { connectTimeout: 2000, acquireTimeout: 2500 }
  const adapter = await new PrismaMariaDb({
    ...login,
    ...times,
    ...(database !== '' && { database }),
  }).connect()
  try {
    /** @type {readonly (readonly unknown[])[]} */
    let rows = []
    for (const sql of statements) rows = (await adapter.queryRaw({ sql, args: [], argTypes: [] })).rows
    return rows
  } finally {
    await adapter.dispose()
  }
}
