import { readFileSync } from 'node:fs'
import { defineConfig, type MarkdownEnv, type MarkdownRenderer } from 'vitepress'
import { contentsOf } from './contents.js'
import { useDrawings } from './drawings.js'
import { useFileNames } from './file-names.js'
import { useHome } from './home.js'
import { ADDRESSES, useLinks } from './links.js'
import { writeMarkdown } from './markdown.js'
import { usePlainText } from './plain-text.js'
import { useTables } from './tables.js'
import { description, fileAddress, REPOSITORY, version } from './repository.js'
import { slugOf } from './slug.js'

const contents = contentsOf(readFileSync(new URL('../README.md', import.meta.url), 'utf8'))
const aboutOf = new Map(contents.flatMap(({ pages }) => pages.map(({ path, about }) => [path, about])))

/** The site of docs/: `npm run docs`, or `npm run docs -- --base /jsonapi-gen/` for a site below a path. */
export default defineConfig({
  lang: 'en',
  title: 'jsonapi-gen',
  description,
  rewrites: ADDRESSES,
  // Browsers request an icon from the host unless the page names one.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: slugOf },
    // The default themes of VitePress show comments with less contrast than WCAG AA requires.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    // Braces after a word are text here, but attributes in VitePress.
    attrs: { disable: true },
    config(md) {
      useLinks(md)
      useFileNames(md)
      useHome(md)
      usePlainText(md)
      useTables(md)
      useDrawings(md)
    },
  },
  themeConfig: {
    search: { provider: 'local', options: { _render: searched } },
    outline: [2, 3],
    sidebar: contents.map(({ title, pages }) => ({
      text: title,
      items: pages.map((page) => ({ text: page.title, link: `/${page.path}` })),
    })),
    nav: [
      {
        text: `Version ${version}`,
        items: [
          { text: 'Changelog', link: fileAddress('CHANGELOG.md') },
          { text: 'Upgrading', link: '/upgrading' },
        ],
      },
    ],
    socialLinks: [{ icon: 'github', link: REPOSITORY }],
    editLink: { pattern: `${REPOSITORY}/edit/main/docs/:path`, text: 'Edit this page' },
  },
  transformPageData: (page, { siteConfig }) => ({
    description: aboutOf.get(page.relativePath) ?? description,
    frontmatter: {
      ...page.frontmatter,
      // The home page has neither, because it is read from top to bottom.
      ...(page.filePath === 'home.md' && {
        sidebar: false,
        aside: false,
        editLink: false,
        pageClass: 'home',
      }),
      head: [
        [
          'link',
          { rel: 'alternate', type: 'text/markdown', href: `${siteConfig.site.base}${page.relativePath}` },
        ],
      ],
    },
  }),
  buildEnd: (site) => writeMarkdown(site, contents),
})

/** The searchable text of a page. Users of the library do not search the notes for its developers. */
function searched(text: string, env: MarkdownEnv, md: MarkdownRenderer): string {
  const html = md.render(text, env)
  return env.relativePath.startsWith('internals/') ? '' : html
}
