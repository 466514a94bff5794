import { pageText } from './page-files.js'

/** The content of the printed page. */
export interface PrintedContract {
  /** The contract, with the settings of its API for the page. */
  readonly contract: object
  /** The API's URL; empty if the page asks for it. */
  readonly api: string
}

/**
 * The page of the explorer as one file. Its script and style are inline and allowed by their hashes. No other code may
 * run. The contract is inline JSON that cannot close its element.
 */
export async function printedPage(printed: PrintedContract): Promise<string> {
  const [html, css, js] = await Promise.all([
    pageText('index.html'),
    pageText('page.css'),
    pageText('page.js'),
  ])
  return inOneFile({ html, css, js }, printed)
}

/** The text of each of the page's files. */
interface PageTexts {
  readonly html: string
  readonly css: string
  readonly js: string
}

/** Combines the files of the page and a contract into one HTML file. */
export async function inOneFile(
  { html, css, js }: PageTexts,
  { contract, api }: PrintedContract,
): Promise<string> {
  // A server that does not run on Node can import the package.
  const { createHash } = await import('node:crypto')
  const hashOf = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
  const style = css.replaceAll('</', String.raw`<\/`)
  const script = js.replaceAll('</script', String.raw`<\/script`).replaceAll('<!--', String.raw`<\!--`)
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(script)}'`,
    `style-src '${hashOf(style)}'`,
    `connect-src ${sourceOf(api)}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
  const data = JSON.stringify(contract, withoutLogin).replaceAll('<', String.raw`\u003c`)
  return html
    .replace(/ *<meta name="contract"[^>]*>\n/, '')
    .replace(/( *)<script[^>]*><\/script>\n/, '')
    .replace(/ *<link rel="stylesheet"[^>]*>\n/, () => `    <style>${style}</style>\n`)
    .replace(
      /(<meta charset="utf-8" \/>\n)/,
      (charset) =>
        `${charset}    <meta http-equiv="Content-Security-Policy" content="${escaped(policy)}" />\n`,
    )
    .replace(
      /( *)<\/body>/,
      () =>
        `    <script type="application/json" id="contract" data-api="${escaped(api)}">${data}</script>\n    <script type="module">${script}</script>\n  </body>`,
    )
}

/**
 * The sources that the page may request: only the API's, if it is known. A content security policy cannot express an
 * IPv6 address.
 */
function sourceOf(api: string): string {
  if (api === '') return 'http: https:'
  const { origin, protocol, hostname } = new URL(api)
  return hostname.startsWith('[') ? protocol : origin
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/**
 * Removes a login that needs cookies, because the page sends no cookies to a different host. Its passwords are also
 * removed.
 */
const withoutLogin = (name: string, value: unknown): unknown =>
  name === 'explorer' &&
  typeof value === 'object' &&
  value !== null &&
  'login' in value &&
  !isHeader(value.login)
    ? { ...value, login: undefined }
    : value

const isHeader = (login: unknown): boolean =>
  typeof login === 'object' && login !== null && 'by' in login && login.by === 'header'
