import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { at } from '../../../scripts/lib/paths.js'

const exec = promisify(execFile)

/** The command of Debian's package. Without it, only Node makes the calls. */
const CHROMIUM = 'chromium'
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--no-first-run',
]

/** An environment that runs the calls of a test against a server's URL and returns their results. */
export type Engine = readonly [name: string, run: (url: string) => Promise<unknown>]

/** Node, and, if it is installed, Chromium, which opens the server's `/page`. */
export async function enginesWith(node: Engine[1]): Promise<readonly Engine[]> {
  if (await hasChromium()) {
    return [
      ['Node', node],
      ['Chromium', toldInChromium],
    ]
  }
  process.stderr.write('There is no chromium here: the client is tested from Node alone.\n')
  return [['Node', node]]
}

export function hasChromium(): Promise<boolean> {
  return exec(CHROMIUM, ['--version']).then(
    () => true,
    () => false,
  )
}

/** The page that runs a script, bundled from its source. */
export async function pageOf(script: string): Promise<string> {
  const bundle = await rolldown({
    input: at(script),
    platform: 'browser',
    resolve: { alias: { '@jsonapi-gen/client': at('client/src/index.ts') } },
  })
  const { output } = await bundle.generate({ format: 'iife' })
  await bundle.close()
  const code = output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : [])).join('\n')
  return `<!doctype html><body><script>${code}</script></body>`
}

/** Opens `/page` on a server, and returns the text that its script wrote after all of its requests. */
export async function toldInChromium(url: string): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-browser-'))
  try {
    const options = [...FLAGS, `--user-data-dir=${folder}`, '--virtual-time-budget=30000', '--dump-dom']
    const { stdout } = await exec(CHROMIUM, [...options, `${url}/page`], { timeout: 60_000 })
    const text = /<body>(?:<script>.*?<\/script>)?(.*?)<\/body>/s.exec(stdout)?.[1] ?? ''
    return JSON.parse(
      text
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&nbsp;', '\u00a0')
        .replaceAll('&amp;', '&'),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
