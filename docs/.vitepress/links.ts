import { dirname, join, relative } from 'node:path/posix'
import type { MarkdownRenderer } from 'vitepress'
import { fileAddress } from './repository.js'

/** The pages of docs/ that have a different name on the site. GitHub shows a README below the files of its folder. */
export const ADDRESSES: Readonly<Record<string, string>> = {
  'home.md': 'index.md',
  'README.md': 'contents.md',
}

/** Replaces the links of a page with their targets on the site, as `addressOn` returns them. */
export function useLinks(md: MarkdownRenderer): void {
  md.core.ruler.push('addresses', ({ tokens, env }: { tokens: Tokens; env: { relativePath?: string } }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      const href = token.type === 'link_open' ? token.attrGet('href') : null
      if (href !== null) token.attrSet('href', addressOn(env.relativePath ?? '', href))
    }
  })
}

type Tokens = ReturnType<MarkdownRenderer['parse']>

/** The target of a link on the site: a different page, or, for a link out of docs/, the file in the repository. */
export function addressOn(page: string, href: string): string {
  if (/^(?:[a-z]+:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const target = join('docs', dirname(page), path)
  const hash = anchor === undefined ? '' : `#${anchor}`
  if (!target.startsWith('docs/')) return `${fileAddress(target)}${hash}`
  const address = ADDRESSES[target.slice('docs/'.length)]
  return address === undefined ? href : `${relative(dirname(page), address)}${hash}`
}
