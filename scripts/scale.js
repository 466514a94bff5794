// Runs the blog as a deployment of several machines: 1, 2 and 4 processes on a PostgreSQL primary with a replica behind
// PgBouncer, and on three Galera nodes. It kills the replica and a node under load, and looks up everything that was
// acknowledged. `npm run scale -- --seconds 10 --only galera`. As root, it installs the Debian packages that are
// missing.
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { build } from './lib/build.js'
import { client, startProcesses, startReference } from './scale/balancer.js'
import { compileClient } from './scale/clients.js'
import { runLoad } from './scale/load.js'
import { lookUp } from './scale/look-up.js'
import { installPackages } from './scale/packages.js'
import { stopAll } from './scale/programs.js'
import { printReport } from './scale/report.js'
import { STORES } from './scale/stores.js'
import { runSuite } from './scale/suite.js'

const PROCESSES = [1, 2, 4]
const USERS = 8

const began = Date.now()
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '60' }, only: { type: 'string' } },
})
const seconds = Number(values.seconds)
const stores = Object.keys(STORES).filter((name) => values.only === undefined || values.only === name)
if (!(seconds >= 3 && seconds <= 600) || stores.length === 0) {
  console.error('npm run scale -- [--seconds 3 to 600] [--only postgresql|galera]')
  process.exit(2)
}

for (const [signal, code] of /** @type {const} */ ([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])) {
  process.once(signal, () => {
    say('Stopping everything')
    stopAll().finally(() => process.exit(code))
  })
}

// If a server is killed while a connection to it is being closed, the driver's error is not handled anywhere else.
process.on('unhandledRejection', (error) => {
  if (Reflect.get(Object(error), 'fatal') !== true) throw error
})

try {
  const wanted = /** @type {(keyof typeof STORES)[]} */ (stores)
  const installed = await installPackages(wanted)
  if (installed.length > 0) say(`Installed ${installed.join(', ')}`)
  say('Building')
  if ((await build()) !== 0) throw new Error('The build failed.')
  for (const name of wanted) {
    if (!(await runOn(name))) process.exitCode = 1
    await stopAll()
  }
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await stopAll()
}
process.exit()

/**
 * Runs everything on one store. Returns whether nothing was lost, half written, out of date or unexpected.
 *
 * @param {keyof typeof STORES} name
 */
async function runOn(name) {
  await compileClient(name)
  say(`Starting ${name}`)
  const reference = client([await startReference()])
  const deployment = await STORES[name]()
  const found = await deployment.probe()
  const runs = []
  for (const count of PROCESSES) {
    const processes = await startProcesses(deployment, count)
    const requests = await runSuite(client(processes.addresses), reference)
    say(
      `${count} of ${PROCESSES.at(-1)} processes: ${requests} requests return the known responses; starting the load`,
    )
    const mark = `scale ${count}`
    const times = { began: Date.now(), killed: 0, back: 0, ended: 0 }
    const [journal] = await Promise.all([
      runLoad({ addresses: processes.addresses, users: USERS, mark, isOver: () => times.ended > 0 }),
      disturb(deployment, times).finally(() => (times.ended = Date.now())),
    ])
    say('Looking up the acknowledged writes')
    await deployment.settle()
    const { lost, torn } = await lookUp(deployment, journal, mark)
    runs.push({ count, journal, times, lost, torn, said: processes.said() })
    await processes.stop()
  }
  return printReport(deployment, runs, found)
}

/**
 * Kills a machine after a third of the load, and revives it after two thirds. The last third begins when the machine is
 * back.
 *
 * @param {import('./scale/stores.js').Deployment} deployment
 * @param {import('./scale/report.js').Times} times
 */
async function disturb({ kill, revive, what }, times) {
  const third = (seconds * 1000) / 3
  await wait(third)
  times.killed = Date.now()
  await kill()
  say(`Killed ${what}`)
  await wait(third)
  await revive()
  times.back = Date.now()
  say(`Brought back ${what}`)
  await wait(third)
}

/** Prints a line of progress, but not in CI. @param {string} text */
function say(text) {
  if (process.env['CI']) return
  console.error(`${String(Math.round((Date.now() - began) / 1000)).padStart(4)} s  ${text}`)
}
