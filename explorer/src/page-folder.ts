/**
 * The folder of the page's files, which is the same whether the code runs from the sources or from the build.
 */
export const PAGE_FOLDER: URL = new URL('../dist/page/', import.meta.url)
