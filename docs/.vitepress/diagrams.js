import { createHash } from 'node:crypto'

/** The folder of the drawings, relative to docs/. */
export const DRAWINGS = 'images/diagrams'

export const COLOURS = /** @type {const} */ (['light', 'dark'])

/**
 * The file of a diagram's drawing, relative to docs/. Each text has its own file.
 *
 * @param {string} text
 * @param {typeof COLOURS[number]} colours
 */
export const drawingOf = (text, colours) =>
  `${DRAWINGS}/${createHash('sha256').update(text.trim()).digest('hex').slice(0, 12)}-${colours}.svg`

/**
 * The texts of the Mermaid diagrams of a page.
 *
 * @param {string} markdown
 */
export const diagramsIn = (markdown) =>
  [...markdown.matchAll(/^```mermaid\n([^]*?)^```/gm)].map(([, text = '']) => text.trim())
