// Measures a record and lists over HTTP with eight connections, compared with the handwritten handler on the same framework: two
// servers in separate processes receive requests in turn, after some seconds of warm-up each. The processor time is the
// server's.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'
import { pair, report } from './lib/pairs.js'
import { LISTS, RECORD } from './lib/reads.js'
import { seedStores } from './lib/stores.js'

const CONNECTIONS = 8
const PER_CONNECTION = 4
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })

/** @type {[string, import('./lib/pairs.js').Pair][]} */
const rows = []
for (const { name, place, close } of await seedStores(1000)) {
  for (const framework of ['express', 'fastify', 'hono']) {
    const servers = await Promise.all(['ours', 'hand'].map((by) => serve({ place, framework, by })))
    const [ours, floor] = servers
    for (const [title, path] of [RECORD, ...LISTS.filter(([name]) => !name.includes('total'))]) {
      const found = await pair(
        { name: 'ours', run: () => ask(ours?.port ?? 0, path), used: ours?.used },
        { name: 'hand-written', run: () => ask(floor?.port ?? 0, path), used: floor?.used },
        { rounds: 15, runs: 2, warmUp: 2000 },
      )
      rows.push([`${framework}, ${name}, ${title}`, found])
    }
    for (const { stop } of servers) await stop()
  }
  await close()
}
report(`Over HTTP, ${CONNECTIONS} connections, ${CONNECTIONS * PER_CONNECTION} requests a run`, rows)

/** @param {object} options */
async function serve(options) {
  const program = fileURLToPath(new URL('lib/serve-blog.js', import.meta.url))
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    // The server ends with this process, whatever the reason.
    stdio: ['pipe', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = await once(child.stdout, 'data')
  const { port } = JSON.parse(String(line))
  const stop = async () => {
    child.kill()
    await once(child, 'exit')
  }
  const used = async () => {
    child.send('used')
    const [time] = await once(child, 'message')
    return Number(time)
  }
  return { port, stop, used }
}

/**
 * Sends a request on each connection concurrently, and reads all responses to their end.
 *
 * @param {number} port
 * @param {string} path
 */
async function ask(port, path) {
  const asking = Array.from({ length: CONNECTIONS * PER_CONNECTION }, () => read(port, path))
  await Promise.all(asking)
}

/**
 * @param {number} port
 * @param {string} path
 * @returns {Promise<void>}
 */
function read(port, path) {
  const headers = { accept: 'application/vnd.api+json' }
  return new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: encodeURI(path), agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The response is ${response.statusCode}`))
      response.resume()
      response.on('end', resolve)
    }).on('error', reject)
  })
}
