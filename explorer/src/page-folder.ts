/** The folder of the page's files, which is the same from the sources and from the build. */
export const PAGE_FOLDER: URL = new URL('../dist/page/', import.meta.url)
