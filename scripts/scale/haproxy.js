// A HAProxy in front of servers that may fail. It asks each server over HTTP whether it is healthy, as with Patroni or
// clustercheck.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { folderOf, start, until } from './programs.js'

/**
 * @typedef {{ readonly name: string, readonly port: number, readonly health?: number }} Target a server, and the port of its health check
 * @typedef {{ readonly name: string, readonly port: number, readonly targets: readonly Target[] }} Way a port whose connections all go to the first healthy target
 */

/** @param {string} name @param {readonly Way[]} ways */
export async function startHaproxy(name, ways) {
  const file = join(folderOf(name, 'nobody'), 'haproxy.cfg')
  writeFileSync(file, configuration(ways), { mode: 0o644 })
  const program = start(name, '/usr/sbin/haproxy', ['-db', '-f', file])
  for (const { port } of ways) await until(`${name} listens`, () => isOpen(port), program)
}

/**
 * A server that responds with 200 if a check succeeds, and otherwise with 503.
 *
 * @param {() => Promise<boolean>} isFit
 */
export async function startHealth(isFit) {
  const server = createServer((_request, response) => {
    isFit()
      .catch(() => false)
      .then((fit) => response.writeHead(fit ? 200 : 503).end())
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  return Number(Reflect.get(Object(server.address()), 'port'))
}

/** @param {readonly Way[]} ways */
const configuration = (ways) => `
defaults
  mode tcp
  timeout connect 2s
  timeout client 1h
  timeout server 1h
  timeout check 3s
  retries 3
  option redispatch 1
  default-server inter 500ms fall 2 rise 2 on-marked-down shutdown-sessions observe layer4 error-limit 1 on-error mark-down
${ways.map(wayText).join('')}`

/** @param {Way} way */
const wayText = ({ name, port, targets }) => `
listen ${name}
  bind 127.0.0.1:${port}
  option httpchk GET /
${targets.map(targetText).join('\n')}
`

/** @param {Target} target @param {number} index */
const targetText = ({ name, port, health }, index) =>
  `  server ${name} 127.0.0.1:${port}${health === undefined ? '' : ` check port ${health}`}${index === 0 ? '' : ' backup'}`

/**
 * Whether a program listens on a port of 127.0.0.1.
 *
 * @param {number} port
 * @returns {Promise<boolean>}
 */
export function isOpen(port) {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
}
