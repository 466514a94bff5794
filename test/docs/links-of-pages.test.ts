import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { PAGES } from './pages.js'

/** The beginning of a link from a package's page to the repository. */
const HERE = 'https://github.com/jsonapi-gen/jsonapi-gen/blob/main/'

describe('docs/links', () => {
  test.each(PAGES)('every link in %s refers to an existing file and heading', (page) => {
    const links = [...textOf(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(
      ([, inMarkdown, inHtml]) => inMarkdown ?? inHtml ?? '',
    )
    expect(links.filter((link) => !leadsSomewhere(page, link))).toEqual([])
  })

  test('docs/README.md lists every page that is meant for users', () => {
    const contents = readFileSync(at('docs/README.md'), 'utf8')
    const own = readdirSync(at('docs')).filter(
      (name) => name.endsWith('.md') && !['README.md', 'home.md'].includes(name),
    )
    expect(own.filter((name) => !contents.includes(`(${name})`))).toEqual([])
  })

  test('docs/README.md lists each page by its title', () => {
    const contents = readFileSync(at('docs/README.md'), 'utf8')
    const rows = [...contents.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \|/gm)]
    const titleOf = (path: string): string => readFileSync(at(`docs/${path}`), 'utf8').split('\n')[0] ?? ''
    expect(rows.length).toBeGreaterThan(30)
    expect(rows.filter(([, title, path = '']) => titleOf(path) !== `# ${title}`)).toEqual([])
  })

  test('headings have the anchors that GitHub generates', () => {
    expect(anchorsOf('# A `b`: c\n## A `b`: c\n## Don’t, ever\n```\n# no\n```\n')).toEqual([
      'a-b-c',
      'a-b-c-1',
      'dont-ever',
    ])
  })
})

function leadsSomewhere(page: string, link: string): boolean {
  const local = link.startsWith(HERE) ? `/${link.slice(HERE.length)}` : link
  if (/^https?:/.test(local)) return URL.canParse(local)
  const [path = '', anchor] = local.split('#')
  const file =
    path === '' ? page : path.startsWith('/') ? path.slice(1) : normalize(join(dirname(page), path))
  if (!existsSync(at(file))) return false
  return (
    anchor === undefined ||
    (statSync(at(file)).isFile() && anchorsOf(readFileSync(at(file), 'utf8')).includes(anchor))
  )
}

/** The text of a page without its code blocks. */
function textOf(page: string): string {
  return readFileSync(at(page), 'utf8').replaceAll(/^ *```[^]*?^ *```/gm, '')
}

function anchorsOf(markdown: string): readonly string[] {
  const seen = new Map<string, number>()
  return [...markdown.replaceAll(/^ *```[^]*?^ *```/gm, '').matchAll(/^#+ (.*)$/gm)].map(
    ([, heading = '']) => {
      const anchor = heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(/\s/g, '-')
      const count = seen.get(anchor) ?? 0
      seen.set(anchor, count + 1)
      return count === 0 ? anchor : `${anchor}-${count}`
    },
  )
}
