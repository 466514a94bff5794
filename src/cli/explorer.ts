import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { printedPage } from '@jsonapi-gen/explorer'
import { CONTRACT_VERSION } from '@jsonapi-gen/runtime/vocabulary'
import { readContract } from '../contract-diff/read-contract.js'
import { readSource } from '../file/read-source.js'
import { EXIT, type ExitCode, type Io } from './io.js'
import { refuse, shownPath } from './show.js'

/** The options of `explorer`: either a contract, or the URL of an API that serves one. */
export interface ExplorerOptions {
  /** A `contract.gen.json`. */
  readonly contract?: string
  /** The URL of an API with its explorer enabled, or of the explorer itself. */
  readonly url?: string
  /** The API's URL. Without it, the page asks for one. */
  readonly api?: string
  /** Headers of the request for the contract, as `Name: value`. */
  readonly header?: readonly string[]
  /** The file to write; without it, the page is printed. */
  readonly out?: string
}

/** `jsonapi-gen explorer`: writes or prints the page of the explorer as one file, with the contract in it. */
export async function explorer(options: ExplorerOptions, io: Io): Promise<ExitCode> {
  const { contract: file, url, api } = options
  const wrong = api === undefined ? undefined : wrongAddress('--api', api)
  if (wrong !== undefined) return sayWrong(wrong, io)
  if (file !== undefined) {
    const path = resolve(io.cwd, file)
    const source = await readSource(path, shownPath(path, io.cwd), 'contract')
    const read = source.ok ? readContract(source.source.text, source.source.path) : source
    if (!read.ok) return refuse([read.diagnostic], 'human', io)
    return give(await printedPage({ contract: read.contract, api: api ?? '' }), options, io)
  }
  const fetched = await fetchContract(url ?? '', options, io)
  if (typeof fetched === 'string') return sayWrong(fetched, io)
  return give(await printedPage({ contract: fetched.contract, api: api ?? fetched.api }), options, io)
}

async function give(page: string, { out }: ExplorerOptions, io: Io): Promise<ExitCode> {
  if (out === undefined) {
    io.out(page)
    return EXIT.done
  }
  try {
    await writeFile(resolve(io.cwd, out), page)
    return EXIT.done
  } catch (error) {
    return sayWrong(`--out ${out} cannot be written: ${reasonOf(error)}`, io)
  }
}

function sayWrong(text: string, io: Io): ExitCode {
  io.err(`${text}\n`)
  return EXIT.invalid
}

interface FetchedContract {
  readonly contract: object
  readonly api: string
}

/** How long to wait for a response, in milliseconds. */
const PATIENCE = 10_000

/** The largest contract that is read, in bytes. */
const MOST_BYTES = 16 * 1024 * 1024

/**
 * Fetches an API's contract, given the URL of the API or of its explorer. If that fails, returns a sentence that says
 * why.
 */
async function fetchContract(
  url: string,
  { header = [] }: ExplorerOptions,
  io: Io,
): Promise<FetchedContract | string> {
  const wrong = wrongAddress('--url', url)
  if (wrong !== undefined) return wrong
  const headers: [string, string][] = []
  for (const line of header) {
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) return `--header must be "Name: value", not "${line}".`
    headers.push([name, value])
  }
  const start = url.replace(/[?#].*$/, '').replace(/\/+$/, '')
  const said: string[] = []
  for (const address of [`${start}/explorer/contract.json`, `${start}/contract.json`]) {
    const answer = await ask(address, headers, io).catch((error: unknown) => reasonOf(error))
    if (typeof answer === 'string') return `${address} does not respond: ${answer}`
    if ('redirectedTo' in answer) {
      return `${address} redirects to ${answer.redirectedTo}. Redirects are not followed, because they would receive the headers: pass the final URL to --url.`
    }
    if ('status' in answer) {
      said.push(`${address} returned ${answer.status}`)
      continue
    }
    const contract = fetchedContract(answer.text)
    if (typeof contract === 'string') said.push(`${address} did not return a contract: ${contract}`)
    else return { contract: contract.document, api: apiOf(address, contract.path) }
  }
  return `No contract was found. ${said.join('; ')}. Is the explorer enabled in createApi({ explorer }), and does its "if" permit this request? Use --header to log in.`
}

type ContractAnswer =
  | { readonly text: string }
  | { readonly status: number }
  | { readonly redirectedTo: string }

/**
 * Requests a URL without following redirects, because login headers are meant only for its server. Throws if the
 * response is too large.
 */
async function ask(address: string, headers: [string, string][], io: Io): Promise<ContractAnswer> {
  // A signal made by `AbortSignal.any` may be garbage-collected, together with the timeout that it waits for.
  const controller = new AbortController()
  const interrupt = (): void => controller.abort(io.signal.reason)
  io.signal.addEventListener('abort', interrupt)
  const timer = setTimeout(
    () => controller.abort(new Error(`there was no response after ${PATIENCE / 1000} seconds.`)),
    PATIENCE,
  )
  try {
    const answer = await fetch(address, { headers, signal: controller.signal, redirect: 'manual' })
    const location = answer.headers.get('location')
    if (answer.ok) return { text: await textOf(answer) }
    await answer.body?.cancel()
    if (answer.status < 300 || answer.status >= 400 || location === null) return { status: answer.status }
    return { redirectedTo: URL.canParse(location, address) ? new URL(location, address).href : location }
  } finally {
    clearTimeout(timer)
    io.signal.removeEventListener('abort', interrupt)
  }
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > MOST_BYTES) throw new Error(`the response exceeds ${MOST_BYTES / 1024 / 1024} MiB.`)
    text += decoder.decode(chunk, { stream: true })
  }
  return text + decoder.decode()
}

interface ContractInAnswer {
  readonly document: object
  /** The explorer's path below the API's URL. */
  readonly path: string
}

function fetchedContract(text: string): ContractInAnswer | string {
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch {
    return 'it is not JSON'
  }
  if (typeof document !== 'object' || document === null || !('contract' in document)) {
    return 'it is not a contract'
  }
  if (document.contract !== CONTRACT_VERSION) {
    return `it has format ${String(document.contract)}, but this version reads format ${CONTRACT_VERSION}`
  }
  const told = 'explorer' in document ? document.explorer : undefined
  const path = typeof told === 'object' && told !== null && 'path' in told ? String(told.path) : '/explorer'
  return { document, path }
}

/** The URL of the API whose explorer responded. */
function apiOf(address: string, path: string): string {
  const page = address.slice(0, -'/contract.json'.length)
  return page.endsWith(path) ? page.slice(0, -path.length) : page
}

function wrongAddress(option: '--api' | '--url', text: string): string | undefined {
  const url = URL.canParse(text) && /^https?:/i.test(text) ? new URL(text) : undefined
  if (!url || !/^[\w.:[\]-]+$/.test(url.host)) {
    return `${option} must be the URL of an API, such as https://api.example.org, not "${text}".`
  }
  if (url.username === '' && url.password === '') return undefined
  const instead =
    option === '--api'
      ? 'Anyone who opens the page would see it. Remove it, and log in on the page.'
      : `Remove it, and use --header 'Authorization: Basic …'.`
  return `${option} contains a login. ${instead}`
}

/** Node reports every failure as "fetch failed", with the reason as its cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message || cause.name : String(cause)
}
