import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { contentsOf } from './contents.js'
import { useFileNames } from './file-names.js'
import { useLinks } from './links.js'
import { writeMarkdown } from './markdown.js'
import { usePlainText } from './plain-text.js'
import { usePicture } from './picture.js'
import { description, fileAddress, REPOSITORY, version } from './repository.js'
import { slugOf } from './slug.js'

const contents = contentsOf(readFileSync(new URL('../README.md', import.meta.url), 'utf8'))
const aboutOf = new Map(contents.flatMap(({ pages }) => pages.map(({ path, about }) => [path, about])))

/** The site of docs/: `npm run docs`, or `npm run docs -- --base /jsonapi-gen/` for a site below a path. */
export default defineConfig({
  lang: 'en',
  title: 'jsonapi-gen',
  description,
  rewrites: { 'README.md': 'index.md' },
  // A browser asks its host for an icon unless the page names one.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: slugOf },
    // Braces behind a word are text here, and attributes in VitePress.
    attrs: { disable: true },
    config(md) {
      useLinks(md)
      useFileNames(md)
      usePicture(md)
      usePlainText(md)
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: contents.map(({ title, pages }) => ({
      text: title,
      collapsed: false,
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
