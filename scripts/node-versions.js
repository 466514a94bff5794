// Runs the two commands from the README on several versions of Node, in a fresh clone of the committed files and
// without database servers. Prints a line for each version: `node scripts/node-versions.js 26 20.19`. Without
// arguments, runs all versions. After `--`, paths select the tests to run: `node scripts/node-versions.js 26 --
// test/http`.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { arch, platform, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { at } from './lib/paths.js'
import { run } from './lib/run.js'

const VERSIONS = ['20.19', '22', '24', '26']

const given = process.argv.slice(2)
const end = given.includes('--') ? given.indexOf('--') : given.length
const versions = end === 0 ? VERSIONS : given.slice(0, end)
const paths = given.slice(end + 1)

for (const version of versions) {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-node-'))
  try {
    const { line, isGood } = await runOn(version, folder)
    console.log(line)
    if (!isGood) process.exitCode = 1
  } catch (error) {
    console.log(`Node ${version}: ${error instanceof Error ? error.message : error}`)
    process.exitCode = 1
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * @param {string} version
 * @param {string} folder an empty folder
 */
async function runOn(version, folder) {
  const bin = await binariesOf(version, join(folder, 'node'))
  const env = {
    ...process.env,
    PATH: [bin, process.env['PATH']].join(delimiter),
    TEST_DATABASES: 'sqlite',
    CI: 'true',
  }
  const clone = join(folder, 'clone')
  await done('git', ['clone', '--quiet', '--no-hardlinks', at(''), clone], { cwd: folder, env })
  const { output } = await done('node', ['--version'], { cwd: clone, env })
  const inClone = { cwd: clone, env }

  const demo = await timed(() => both('npm run demo', inClone))
  const tests = await timed(() => both(['npm test --', ...paths].join(' '), inClone))
  const { numPassedTests: passed = 0, numFailedTests: failed = 0 } = await countsOf(clone)
  if (demo.code !== 0) console.log(demo.output)
  if (tests.code !== 0) console.log(tests.output)
  return {
    isGood: demo.code === 0 && tests.code === 0,
    line:
      `Node ${output.trim()}: demo ${demo.code === 0 ? 'ok' : 'FAILED'} in ${demo.seconds} s; ` +
      `tests ${tests.code === 0 ? 'ok' : 'FAILED'}, ${passed} passed, ${failed} failed, in ${tests.seconds} s`,
  }
}

/**
 * Downloads a version of Node from the npm registry, and returns the folder of its program.
 *
 * @param {string} version
 * @param {string} folder
 */
async function binariesOf(version, folder) {
  const name = `node-${platform() === 'win32' ? 'win' : platform()}-${arch()}`
  const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--ignore-scripts']
  await done('npm', ['install', ...options, `${name}@${version}`])
  return join(folder, 'node_modules', name, 'bin')
}

/**
 * Runs a line from the README: first the installation of the packages, then a command.
 *
 * @param {string} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
function both(command, options) {
  return run('bash', ['-c', `npm ci && ${command}`], { ...options, quiet: true })
}

/**
 * Runs a program. Throws if it fails.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [options]
 */
async function done(command, args, options) {
  const ended = await run(command, args, { ...options, quiet: true })
  if (ended.code !== 0) {
    throw new Error(`${command} ${args.join(' ')} ended with ${ended.code}\n${ended.output}`)
  }
  return ended
}

/** @param {() => Promise<{ code: number, output: string }>} work */
async function timed(work) {
  const began = performance.now()
  const ended = await work()
  return { ...ended, seconds: Math.round((performance.now() - began) / 1000) }
}

/**
 * @param {string} clone
 * @returns {Promise<{ numPassedTests?: number, numFailedTests?: number }>}
 */
async function countsOf(clone) {
  return JSON.parse(await readFile(join(clone, '.tmp/vitest.json'), 'utf8').catch(() => '{}'))
}
