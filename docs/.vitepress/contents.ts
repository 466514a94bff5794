/** A part of the contents: a heading, and the pages below it. */
export interface Part {
  readonly title: string
  readonly pages: readonly Listed[]
}

export interface Listed {
  readonly title: string
  /** Relative to `docs/`. */
  readonly path: string
  /** The description of the page in the contents, as plain text. */
  readonly about: string
}

/** The parts of docs/README.md: its headings, each with the table rows or list items that begin with a link. */
export function contentsOf(markdown: string): readonly Part[] {
  return markdown
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [title = '', ...lines] = part.split('\n')
      return { title, pages: lines.flatMap(listedIn) }
    })
    .filter(({ pages }) => pages.length > 0)
}

function listedIn(line: string): readonly Listed[] {
  const [, title, path, rest = ''] = /^(?:\| |[-*] |\d+\. )\[([^\]]+)\]\(([^)#]+\.md)\)(.*)$/.exec(line) ?? []
  if (title === undefined || path === undefined) return []
  return [{ title, path, about: plain(rest) }]
}

const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .replace(/^[\s|:,–-]+/, '')
    .replace(/[\s|.]+$/, '')
