import type { MarkdownRenderer } from 'vitepress'

/**
 * Adds the column's name to each cell of a table: on a phone, a row becomes a list of its cells. The roles keep it a
 * table for screen readers.
 */
export function useTables(md: MarkdownRenderer): void {
  md.core.ruler.push('tables', ({ tokens }) => {
    let heads: string[] = []
    let column = 0
    for (const [index, token] of tokens.entries()) {
      if (token.type === 'table_open') heads = []
      if (token.type === 'tr_open') column = 0
      if (token.type === 'th_open') heads.push(textOf(tokens[index + 1]))
      if (token.type === 'td_open') token.attrSet('data-column', heads[column++] ?? '')
      const role = ROLES[token.type]
      if (role !== undefined) token.attrSet('role', role)
    }
  })
}

type Token = ReturnType<MarkdownRenderer['parse']>[number]

const ROLES: Readonly<Record<string, string>> = {
  table_open: 'table',
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
}

const textOf = (cell: Token | undefined): string =>
  (cell?.children ?? [])
    .filter(({ type }) => type === 'text' || type === 'code_inline')
    .map(({ content }) => content)
    .join('')
