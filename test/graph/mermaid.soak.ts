import { createServer } from 'node:http'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import express from 'express'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { hasChromium, toldInChromium } from '../client/support/chromium.js'
import { runIn } from '../create/support/project.js'
import { jsonapiGenHere } from '../generator/support/cli.js'
import { type Listening, listening } from '../http/support/frameworks.js'

/** Node 20 cannot load Mermaid, so a browser does, as on pages that draw diagrams. */
const MERMAID = 'mermaid@12.3.0'

/** Names that have a meaning in diagrams, use other scripts, or are long. */
const DIFFICULT = `
resources:
  erDiagram:
    attributes: { name: string }
    sideloads:
      end: { kind: belongsTo, resource: class, foreignKey: classId }
      only: { kind: custom, resource: erDiagram }
  class:
    attributes: { name: string }
    sideloads:
      style: { kind: hasMany, resource: erDiagram, foreignKey: classId }
      direction: { kind: belongsTo, resource: größen, foreignKey: sizeId, nullable: false }
  größen:
    attributes: { name: string }
    sideloads:
      日本語: { kind: hasMany, resource: class, foreignKey: sizeId }
      one: { kind: hasAndBelongsToMany, resource: مقالات, foreignKey: { sizes: id } }
  مقالات:
    attributes: { name: string }
    sideloads:
      sizes: { kind: hasAndBelongsToMany, resource: größen, foreignKey: { one: id } }
      subgraph: { kind: hasOne, resource: ${'long-'.repeat(19)}name, foreignKey: articleId }
  ${'long-'.repeat(19)}name:
    attributes: { name: string }
  constructor:
    attributes: { name: string }
`

/** Mermaid's result for a diagram. */
interface Drawn {
  readonly type: string
  /** The text in the picture. */
  readonly texts: readonly string[]
  readonly lines: number
}

/** Parses and renders each diagram, and writes the results into the page. */
const SCRIPT = `
mermaid.initialize({ startOnLoad: false })
const drawn = async (text, index) => {
  try {
    const { diagramType: type } = await mermaid.parse(text)
    const { svg } = await mermaid.render('graph' + index, text)
    const picture = new DOMParser().parseFromString(svg, 'text/html')
    const texts = [...picture.querySelectorAll('text, span, p')].map((each) => each.textContent.trim())
    return { type, texts: [...new Set(texts)], lines: picture.querySelectorAll('.relationshipLine').length }
  } catch (error) {
    return { refused: error.message.split('\\n')[0] }
  }
}
addEventListener('load', async () => {
  const graphs = await (await fetch('/graphs')).json()
  const told = []
  for (const [index, text] of graphs.entries()) told.push(await drawn(text, index))
  document.body.textContent = JSON.stringify(told)
})`

const chromium = await hasChromium()
if (!chromium) process.stderr.write('There is no chromium here: Mermaid does not read what graph prints.\n')

let folder: string
let script: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-mermaid-'))
  const packed = await runIn(folder, 'npm', ['pack', '--silent', '--prefer-offline', MERMAID])
  if (packed.code !== 0) throw new Error(packed.stderr)
  const unpacked = await runIn(folder, 'tar', ['-xzf', packed.stdout.trim(), 'package/dist/mermaid.min.js'])
  if (unpacked.code !== 0) throw new Error(unpacked.stderr)
  script = await readFile(join(folder, 'package/dist/mermaid.min.js'), 'utf8')
}, 300_000)
afterAll(() => rm(folder, { recursive: true, force: true }))

test('the Mermaid bundle that pages load contains the diagram type that the graph command prints (20.24)', () => {
  expect(script).toContain('erDiagram')
})

describe.each(chromium ? [MERMAID] : [])('graph/mermaid (20.24): %s in Chromium', () => {
  let server: Listening | undefined
  let graphs: readonly string[] = []
  let told: readonly unknown[] = []
  beforeAll(async () => {
    await writeFile(join(folder, 'schema.yaml'), DIFFICULT)
    const printed = [
      await jsonapiGenHere(['graph', '--schema', 'schema.example.yaml'], at('.')),
      await jsonapiGenHere(['graph', '--schema', 'examples/saas/prisma/schema.prisma'], at('.')),
      await jsonapiGenHere(['graph'], folder),
    ]
    graphs = printed.map(({ stdout }) => stdout)
    const app = express()
    app.get('/page', (_, response) => {
      response.send(
        `<!doctype html><html><head><meta charset="utf-8"><script src="/mermaid.js"></script><script>${SCRIPT}</script></head><body></body></html>`,
      )
    })
    app.get('/mermaid.js', (_, response) => void response.type('text/javascript').send(script))
    app.get(
      '/graphs',
      (_, response) => void response.json([...graphs, 'erDiagram\n  "a" ||--x{ "b" : "c"\n']),
    )
    server = await listening(createServer(app))
    told = (await toldInChromium(server.url)) as readonly unknown[]
  }, 300_000)
  afterAll(() => server?.close())

  test.each([
    ['the blog', 0],
    ['the organisations', 1],
    ['difficult names', 2],
  ])('the graph of %s is drawn with all of its names and lines', (_, index) => {
    const graph = graphs[index] ?? ''
    const names = [...graph.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name)
    const edges = [...graph.matchAll(/ : "/g)]
    expect(edges.length).toBeGreaterThanOrEqual(5)
    const { type, texts, lines } = told[index] as Drawn
    expect({ type, lines, missing: names.filter((name) => !texts.includes(name)) }).toEqual({
      type: 'er',
      lines: edges.length,
      missing: [],
    })
  })

  test('text that is not a diagram is rejected', () => {
    expect(told[3]).toEqual({ refused: expect.stringContaining('Parse error on line 2') })
  })
})
