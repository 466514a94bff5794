import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { at } from './paths.js'

const TO = 'explorer/dist/page'
const FILES = ['index.html', 'page.css', 'page.js', 'texts.js']

/**
 * Bundles the explorer's page from explorer/page into explorer/dist/page, with a module that has the texts of its files,
 * unless the bundle is newer than all of its sources.
 *
 * @returns {Promise<void>}
 */
export async function buildExplorer() {
  if (await isNew()) return
  await mkdir(at(TO), { recursive: true })
  const bundle = await rolldown({
    input: at('explorer/page/page.tsx'),
    platform: 'browser',
    tsconfig: at('explorer/page/tsconfig.json'),
    resolve: { extensionAlias: { '.js': ['.ts', '.tsx', '.js'] } },
    transform: { target: 'es2022' },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  await bundle.close()
  const code = output.flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : [])).join('\n')
  const css = await readFile(at('explorer/page/page.css'), 'utf8')
  const html = await readFile(at('explorer/page/index.html'), 'utf8')
  const texts = { 'index.html': html, 'page.css': withoutLayout(css), 'page.js': code }
  for (const [name, text] of Object.entries(texts)) await writeFile(at(`${TO}/${name}`), text)
  await writeFile(at(`${TO}/texts.js`), `export const texts = ${JSON.stringify(texts)}\n`)
}

/** A style sheet without its comments and white space. @param {string} css */
function withoutLayout(css) {
  return css
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .trim()
}

/** Whether each file of the page is newer than its sources. */
async function isNew() {
  const made = await Promise.all(FILES.map((name) => timeOf(`${TO}/${name}`)))
  const oldest = Math.min(...made)
  if (oldest === 0) return false
  const inputs = await Promise.all(
    ['explorer/page', 'runtime/src'].map(async (folder) => {
      const names = await readdir(at(folder), { recursive: true })
      return Promise.all(names.map((name) => timeOf(join(folder, name))))
    }),
  )
  const others = await Promise.all([
    timeOf('scripts/lib/explorer.js'),
    timeOf('node_modules/preact/package.json'),
  ])
  return Math.max(...inputs.flat(), ...others) < oldest
}

/** The time when a file was last changed; 0 if it does not exist. @param {string} path */
async function timeOf(path) {
  const found = await stat(at(path)).catch(() => undefined)
  return found?.isFile() ? found.mtimeMs : 0
}
