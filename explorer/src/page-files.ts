/** The names of the page's files. */
export type PageFile = 'index.html' | 'page.css' | 'page.js'

/**
 * Returns the text of one of the page's files. The texts are a module, because a bundler omits files that code only
 * reads. It is loaded when a user opens the page.
 */
export async function pageText(name: PageFile): Promise<string> {
  const { texts } = await import('#page')
  return texts[name]
}
