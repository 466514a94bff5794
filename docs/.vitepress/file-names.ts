import type { MarkdownRenderer } from 'vitepress'

/** The line above a block that names its file, and says where the block goes in it. */
const LABEL = /^\*\*`\S+`\*\*(?:, .*)?:?$/

/** Makes the line that names the file of a block the title of the block. GitHub shows it as a line, and hides a name in a fence. */
export function useFileNames(md: MarkdownRenderer): void {
  md.core.ruler.push('file_names', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const [opening, label] = token.type === 'fence' ? tokens.slice(Math.max(index - 3, 0)) : []
      if (opening?.type === 'paragraph_open' && label && LABEL.test(label.content)) {
        opening.attrJoin('class', 'file-name')
      }
    }
  })
}
