import { dirname, join, relative } from 'node:path/posix'
import type { MarkdownRenderer } from 'vitepress'
import { fileAddress } from './repository.js'

/** Pages of docs/ that have another name on the site. GitHub shows a README below the files of its folder. */
export const ADDRESSES: Readonly<Record<string, string>> = {
  'home.md': 'index.md',
  'README.md': 'contents.md',
}

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
  const address = ADDRESSES[target.slice('docs/'.length)]
  return address === undefined ? href : `${relative(dirname(page), address)}${hash}`
}
