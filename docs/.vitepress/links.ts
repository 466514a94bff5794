import { dirname, join, relative } from 'node:path/posix'
import type { MarkdownRenderer } from 'vitepress'
import { fileAddress } from './repository.js'

/** Leads the links of a page as `addressOn` says. */
export function useLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('addresses', ({ tokens, env }: { tokens: Tokens; env: { relativePath?: string } }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null
      if (href !== null) token.attrSet('href', addressOn(env.relativePath ?? '', href))
    }
  })
}

type Tokens = ReturnType<MarkdownRenderer['parse']>

/** Where a link of a page of docs/ leads on the site: to another page, or out of docs/ to the file in the repository. */
export function addressOn(page: string, href: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = join('docs', dirname(page), path)
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (!target.startsWith('docs/')) return `${fileAddress(target)}${hash}`
  if (target !== 'docs/README.md') return href
  return `${relative(dirname(page), 'index.md')}${hash}`
}
