import type { MarkdownRenderer } from 'vitepress'

/** Opens the first page with the picture of the README, which follows the colours of the site and not those of the system. */
export function usePicture(md: MarkdownRenderer): void {
  md.core.ruler.push('picture', (state) => {
    if ((state.env as { readonly relativePath?: string }).relativePath !== 'index.md') return
    const end = state.tokens.findIndex(({ type }) => type === 'heading_close')
    const html = new state.Token('html_block', '', 0)
    html.content = ['light', 'dark']
      .map((colours) => `<img class="in-${colours}" src="./images/overview-${colours}.svg" alt="${ALT}">\n`)
      .join('')
    state.tokens.splice(end + 1, 0, html)
  })
}

const ALT = 'A schema, the code that is generated from it, a request, and its answer'
