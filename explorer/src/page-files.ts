/** The names of the page's files. */
export type PageFile = 'index.html' | 'page.css' | 'page.js'

const texts = new Map<PageFile, Promise<string>>()

/** Returns the text of one of the page's files, which is read once. */
export function pageText(name: PageFile): Promise<string> {
  const known = texts.get(name)
  if (known) return known
  // The path is the same from the sources and from the build.
  const url = new URL(`../dist/page/${name}`, import.meta.url)
  // A server that does not run on Node can import the package, as long as nobody opens the page.
  const text = import('node:fs/promises')
    .then(({ readFile }) => readFile(url, 'utf8'))
    .catch((error: unknown) => {
      texts.delete(name)
      throw new Error(`The explorer file at ${url.href} cannot be read. A bundler may have omitted it.`, {
        cause: error,
      })
    })
  texts.set(name, text)
  return text
}
