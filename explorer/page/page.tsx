import { render } from 'preact'
import { type Known, readContract } from './model/contract.js'
import { App, type AppStart } from './view/app.js'
import type { Header } from './view/login.js'

const root = document.getElementById('page')
if (root) void start(root)

/** Shows the page, with the contract that it contains or the contract of the API that serves it. */
async function start(element: HTMLElement): Promise<void> {
  const found = await beginning()
  if (typeof found === 'string') {
    render(<Failure text={found} retry={() => void start(element)} />, element)
    return
  }
  document.title = `API explorer, ${found.api === '' ? 'no API' : found.api.replace(/^https?:\/\//, '')}`
  render(<App {...found} />, element)
  performance.mark('shown')
}

async function beginning(): Promise<AppStart | string> {
  const embedded = document.getElementById('contract')
  if (embedded) {
    const known = readContract(parsed(embedded.textContent ?? ''))
    const api = (embedded.getAttribute('data-api') ?? '').replace(/\/+$/, '')
    return typeof known === 'string'
      ? `The contract in this page cannot be read. ${known}`
      : { known, api, isFile: true, reload: async () => known }
  }
  const known = await loaded([])
  return typeof known === 'string' ? known : { known, api: apiOf(known), isFile: false, reload: loaded }
}

/** Loads the contract, which may depend on the viewer. */
async function loaded(headers: readonly Header[]): Promise<Known | string> {
  const url = new URL(
    document.querySelector('meta[name=contract]')?.getAttribute('content') ?? '',
    location.href,
  ).href
  let response: Response
  try {
    response = await fetch(url, {
      credentials: 'same-origin',
      headers: headers.map(([name, value]): [string, string] => [name, value]),
    })
  } catch {
    return `${url} did not respond: there is no contract to show. Start the API, then try again.`
  }
  if (!response.ok) return `${url} returned ${response.status} instead of a contract.`
  const known = readContract(parsed(await response.text().catch(() => '')))
  return typeof known === 'string' ? `The response from ${url} cannot be shown. ${known}` : known
}

/** The API's URL: the page's URL without its own path. */
function apiOf({ settings }: Known): string {
  const { origin, pathname } = location
  return origin + (pathname.endsWith(settings.path) ? pathname.slice(0, -settings.path.length) : '')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function Failure({ text, retry }: { readonly text: string; readonly retry: () => void }) {
  return (
    <main class="failure">
      <h1>API explorer</h1>
      <p role="alert">{text}</p>
      <button type="button" class="primary" onClick={retry}>
        Try again
      </button>
    </main>
  )
}
