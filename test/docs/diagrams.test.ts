import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { COLOURS, diagramsIn, drawingOf, DRAWINGS } from '../../docs/.vitepress/diagrams.js'
import { at } from '../../scripts/lib/paths.js'
import { PAGES } from './pages.js'

test('docs/diagrams: every diagram in docs/ has its drawings, and there are no other drawings', () => {
  const texts = PAGES.filter((page) => page.startsWith('docs/')).flatMap((page) =>
    diagramsIn(readFileSync(at(page), 'utf8')),
  )
  const expected = texts.flatMap((text) => COLOURS.map((colours) => drawingOf(text, colours)))
  const drawn = readdirSync(at(`docs/${DRAWINGS}`)).map((name) => `${DRAWINGS}/${name}`)
  expect(texts.length).toBeGreaterThan(1)
  expect(drawn.toSorted()).toEqual([...new Set(expected)].toSorted())
})
