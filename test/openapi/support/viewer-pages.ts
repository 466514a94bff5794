/**
 * A viewer for OpenAPI documents: its package, the script that a page loads, and the code that the page runs on a
 * document.
 */
export interface Viewer {
  readonly name: string
  readonly package: string
  readonly script: string
  /** The body of a function that returns the observed values. */
  readonly look: string
  /** The expected result of `look`. */
  readonly sees: unknown
}

/** Functions that every page can use, for example to wait until an element exists. */
const WAIT = `
const until = async (find) => {
  for (let count = 0; count < 400; count++) {
    const found = find()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('It is not there: ' + find)
}
const shows = (text) => document.querySelector('#viewer').textContent.includes(text)
`

/** The viewers, in the tested versions. Each shows the list of posts, which has the most parameters. */
export const VIEWERS: readonly Viewer[] = [
  {
    name: 'Swagger UI',
    package: 'swagger-ui-dist@5.35.0',
    script: 'swagger-ui-dist/swagger-ui-bundle.js',
    look: `
      SwaggerUIBundle({ url: '/openapi.json', dom_id: '#viewer', docExpansion: 'list' })
      const block = () =>
        [...document.querySelectorAll('.opblock-get')].find(
          (each) => each.querySelector('.opblock-summary-path')?.textContent.replaceAll('\\u200b', '') === '/posts',
        )
      ;(await until(() => block()?.querySelector('.opblock-summary-control'))).click()
      const tryIt = await until(() => block().querySelector('.try-out__btn'))
      const parameters = block().querySelectorAll('tr[data-param-name]').length
      tryIt.click()
      ;(await until(() => block().querySelector('.execute'))).click()
      // The cell is there before the answer is.
      const answered = () =>
        block().querySelector('.live-responses-table tbody .response-col_status')?.firstChild?.textContent.trim()
      return { parameters, status: await until(answered) }
    `,
    sees: { parameters: 47, status: '200' },
  },
  {
    name: 'Redoc',
    package: 'redoc@2.5.4',
    script: 'redoc/bundles/redoc.standalone.js',
    look: `
      await new Promise((resolve, reject) =>
        Redoc.init('/openapi.json', {}, document.querySelector('#viewer'), (error) => (error ? reject(error) : resolve())),
      )
      await until(() => shows('filter[views][gt]') && shows('Remove from tags'))
      const count = document.querySelectorAll('*').length
      return { elements: count < 60_000 ? 'fewer than 60,000' : count }
    `,
    sees: { elements: 'fewer than 60,000' },
  },
  {
    name: 'Scalar',
    package: '@scalar/api-reference@1.46.4',
    script: '@scalar/api-reference/dist/browser/standalone.js',
    look: `
      location.hash = '#tag/posts/get/posts'
      Scalar.createApiReference('#viewer', { url: '/openapi.json', layout: 'classic', defaultOpenAllTags: true })
      const entry = () =>
        [...document.querySelectorAll('#viewer *')].find((each) => each.children.length === 0 && each.textContent.includes('List posts'))
      const found = await until(entry)
      ;(found.closest('button, a') ?? found).click()
      await until(() => shows('filter[views][gt]') && shows('extra_stats[views]'))
      return { parameters: 'shown' }
    `,
    sees: { parameters: 'shown' },
  },
]

/** The page of a viewer, which writes the observed values into the document. */
export const pageOf = ({ look }: Viewer): string => `<!doctype html><body><div id="viewer"></div>
<script src="/viewer.js"></script><script>${WAIT}
addEventListener('load', async () => {
  const look = async () => {${look}}
  const told = await look().catch((error) => ({ refused: String(error) }))
  document.body.replaceWith(Object.assign(document.createElement('body'), { textContent: JSON.stringify(told) }))
})</script></body>`
