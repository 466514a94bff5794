import type { MarkdownRenderer } from 'vitepress'

/** The line above a code block that names its file, and says where the block belongs in the file. */
const LABEL = /^(?:(?:With \w+, in|In) )?\*\*`\S+`\*\*(?:, .*)?:?$/

/**
 * Turns the line that names a code block's file into the block's title. GitHub shows the line as text, but would hide a
 * name in the fence.
 */
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
