import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { MarkdownRenderer } from 'vitepress'
import { COLOURS, drawingOf } from './diagrams.js'

/**
 * Shows the drawing of a Mermaid diagram, with its text collapsed below it. `npm run diagrams` makes the drawings; the
 * build fails if one is missing.
 */
export function useDrawings(md: MarkdownRenderer): void {
  const fence = md.renderer.rules.fence
  if (!fence) throw new Error('Markdown is rendered without a rule of fences.')
  md.renderer.rules.fence = (tokens, index, options, env, self) => {
    const block = fence(tokens, index, options, env, self)
    const token = tokens[index]
    if (token?.info.trim() !== 'mermaid') return block
    const { relativePath = '' } = env as { readonly relativePath?: string }
    const heading = tokens.slice(0, index).findLast((_, at) => tokens[at - 1]?.type === 'heading_open')
    const alt = md.utils.escapeHtml(`Diagram: ${heading?.content ?? ''}`)
    const images = COLOURS.map((colours) => {
      const file = drawingOf(token.content, colours)
      if (!existsSync(fileURLToPath(new URL(`../${file}`, import.meta.url)))) {
        throw new Error(`${relativePath} has a diagram without a drawing. Run: npm run diagrams`)
      }
      const up = '../'.repeat(relativePath.split('/').length - 1) || './'
      return `<img class="in-${colours}" src="${up}${file}" alt="${alt}">`
    })
    return `<figure class="diagram">${images.join('')}<details><summary>The diagram as text</summary>${block}</details></figure>\n`
  }
}
