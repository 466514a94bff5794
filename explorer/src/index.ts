/** The explorer, a page for browsing and trying out an API: `@jsonapi-gen/explorer`. */
export { explorer, type ExplorerOptions } from './explorer.js'
export type { ExplorerLogin, FormLogin, HeaderLogin, LinkLogin } from './login.js'
export { printedPage, type PrintedContract } from './printed-page.js'
