// Draws the last results of the benchmarks as a chart: a bar for each row, as a multiple of its floor.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../scripts/lib/paths.js'

const RESULTS = '.tmp/bench/results'
const WIDTH = 860
const LEFT = 380
const ROW = 20
/** The width of the chart, as a multiple of the floor. */
const MOST = 1.6

/**
 * Writes a chart of all existing results.
 *
 * @param {string} path
 */
export async function drawChart(path) {
  const names = (await readdir(at(RESULTS)).catch(() => [])).toSorted()
  const groups = await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(at(join(RESULTS, name)), 'utf8'))),
  )
  await writeFile(at(path), chartOf(groups))
}

/** @param {readonly { readonly title: string, readonly rows: readonly (readonly [string, import('./pairs.js').Pair])[] }[]} groups */
function chartOf(groups) {
  const lines = []
  let y = 46
  for (const { title, rows } of groups) {
    lines.push(`<text class="title" x="8" y="${y}">${escaped(title)}</text>`)
    y += 8
    for (const [name, { ratio }] of rows) {
      const width = xOf(Math.min(ratio, MOST)) - LEFT
      const kind = ratio <= 1 ? 'below' : 'above'
      lines.push(
        `<text x="${LEFT - 8}" y="${y + 14}" text-anchor="end">${escaped(name)}</text>`,
        `<rect class="${kind}" x="${LEFT}" y="${y + 4}" width="${width.toFixed(1)}" height="${ROW - 7}"/>`,
        `<text x="${(LEFT + width + 6).toFixed(1)}" y="${y + 14}">${ratio.toFixed(2)}</text>`,
      )
      y += ROW
    }
    y += 30
  }
  const floor = xOf(1)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" role="img" aria-label="Times as multiples of the floor">
<style>
  text { font: 12px system-ui, sans-serif; fill: #24292f }
  .title { font-weight: 600 }
  .below { fill: #2da44e }
  .above { fill: #bf8700 }
  line { stroke: #57606a; stroke-dasharray: 4 3 }
  .page { fill: #ffffff }
  @media (prefers-color-scheme: dark) { text { fill: #e6edf3 } line { stroke: #8b949e } .page { fill: #0d1117 } }
</style>
<rect class="page" width="${WIDTH}" height="${y}"/>
<text x="${floor}" y="18" text-anchor="middle">1.00 = the floor: by hand</text>
<line x1="${floor}" x2="${floor}" y1="24" y2="${y - 20}"/>
${lines.join('\n')}
</svg>
`
}

/** @param {number} ratio */
const xOf = (ratio) => LEFT + ((WIDTH - LEFT - 50) * ratio) / MOST

/** @param {string} text */
const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
