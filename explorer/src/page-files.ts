import { loadedOnce } from './loaded-once.js'

/** The names of the page's files. */
export type PageFile = 'index.html' | 'page.css' | 'page.js'

const texts = new Map<PageFile, Promise<string>>()

/** Returns the text of one of the page's files, which is read once. */
export function pageText(name: PageFile): Promise<string> {
  return loadedOnce(texts, name, () => readPage(name))
}

async function readPage(name: PageFile): Promise<string> {
  // A server that does not run on Node can import the package, as long as nobody opens the page. So can Jest, which
  // compiles the package to CommonJS, where import.meta does not exist.
  const [{ readFile }, { PAGE_FOLDER }] = await Promise.all([
    import('node:fs/promises'),
    import('./page-folder.js'),
  ])
  const url = new URL(name, PAGE_FOLDER)
  return readFile(url, 'utf8').catch((error: unknown) => {
    throw new Error(`The explorer file at ${url.href} cannot be read. A bundler may have omitted it.`, {
      cause: error,
    })
  })
}
