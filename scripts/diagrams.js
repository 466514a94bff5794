// Draws the Mermaid diagrams of docs/ for its site, in Debian's Chromium: `npm run diagrams`. Mermaid weighs 130 MB and
// needs a browser to measure text. The drawings are therefore committed, so the site can be built without Mermaid or a
// browser.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { launch } from 'puppeteer-core'
import { COLOURS, diagramsIn, drawingOf, DRAWINGS } from '../docs/.vitepress/diagrams.js'
import { at } from './lib/paths.js'
import { run } from './lib/run.js'

const MERMAID = 'mermaid@12.3.0'
const installed = at('.tmp/mermaid')

await mkdir(installed, { recursive: true })
const { code } = await run('npm', ['install', '--silent', '--no-save', '--prefix', installed, MERMAID])
if (code !== 0) throw new Error(`${MERMAID} could not be installed.`)

const pages = (await readdir(at('docs'), { recursive: true })).filter((name) => name.endsWith('.md'))
const texts = await Promise.all(pages.map((name) => readFile(at(`docs/${name}`), 'utf8')))
const diagrams = new Set(texts.flatMap(diagramsIn))

const browser = await launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run'],
})
try {
  const page = await browser.newPage()
  await page.addScriptTag({ path: `${installed}/node_modules/mermaid/dist/mermaid.min.js` })
  await rm(at(`docs/${DRAWINGS}`), { recursive: true, force: true })
  await mkdir(at(`docs/${DRAWINGS}`), { recursive: true })
  for (const text of diagrams) {
    for (const colours of COLOURS) {
      const svg = await page.evaluate(drawn, text, colours === 'dark' ? 'dark' : 'neutral')
      await writeFile(at(`docs/${drawingOf(text, colours)}`), `${svg}\n`)
    }
  }
} finally {
  await browser.close()
}
console.log(`${diagrams.size} diagrams`)

/**
 * Draws a diagram. This function runs in the browser.
 *
 * @param {string} text
 * @param {string} theme
 * @returns {Promise<string>}
 */
async function drawn(text, theme) {
  const { mermaid } = /** @type {any} */ (globalThis)
  mermaid.initialize({
    startOnLoad: false,
    theme,
    fontFamily: 'ui-sans-serif, system-ui, sans-serif',
    deterministicIds: true,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    er: { useMaxWidth: false },
  })
  const { svg } = await mermaid.render('diagram', text)
  return svg
}
