import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { SiteConfig } from 'vitepress'
import type { Part } from './contents.js'
import { ADDRESSES, addressOn } from './links.js'
import { description } from './repository.js'

/** Writes files for programs next to the site's pages: each page as Markdown, and `llms.txt`, which lists them. */
export async function writeMarkdown(site: SiteConfig, contents: readonly Part[]): Promise<void> {
  const { outDir, srcDir, pages } = site
  for (const page of pages) {
    const file = join(outDir, ADDRESSES[page] ?? page)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, withLinksOf(page, await readFile(join(srcDir, page), 'utf8')))
  }
  await cp(join(srcDir, 'images'), join(outDir, 'images'), { recursive: true })
  await writeFile(join(outDir, 'llms.txt'), llms(site.site.base, contents))
}

/** A page whose links work on the site. Code stays unchanged. */
const withLinksOf = (page: string, markdown: string): string =>
  markdown
    .split(/(^ *```[^]*?^ *```)/m)
    .map((text, index) =>
      index % 2 === 1
        ? text
        : text.replaceAll(/\]\(([^)\s]+)\)/g, (_, href: string) => `](${addressOn(page, href)})`),
    )
    .join('')

function llms(base: string, contents: readonly Part[]): string {
  const parts = contents.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${base}${page.path}): ${page.about}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return [`# jsonapi-gen\n\n> ${description}. Each page is Markdown.\n`, ...parts].join('\n')
}
