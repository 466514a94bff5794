import type { QueryLogNode } from '@jsonapi-gen/runtime'
import { useMemo, useState } from 'preact/hooks'
import { clientCallOf } from '../model/client-call.js'
import type { Known } from '../model/contract.js'
import { curlOf } from '../model/snippets.js'
import { isObject, type JsonObject } from '../model/json.js'
import { followed, hrefOf, type Place } from '../model/links.js'
import type { ExplorerQuery, FilterNode } from '../model/query.js'
import { pathOf } from '../model/print-url.js'
import { recordGraph } from '../model/record-graph.js'
import { tableOf } from '../model/rows.js'
import { fetchOf, httpieOf } from '../model/snippets.js'
import { cut } from '../model/search.js'
import type { Answered, Outcome } from '../model/send.js'
import { writeCallOf } from '../model/write-call.js'
import { Document } from './document.js'
import { Code, Tabs } from './parts.js'
import { Picture } from './picture.js'
import { Table } from './table.js'

/** The parts of the page that the views of a response need. */
export interface Showing {
  readonly known: Known
  readonly place: Place
  readonly go: (url: string) => void
  readonly edit: (type: string, id: string) => void
}

/** The ways to send a request without the page. */
const COMMANDS = [
  { name: 'curl', what: 'command', print: curlOf },
  { name: 'fetch', what: 'code', print: fetchOf },
  { name: 'HTTPie', what: 'command', print: httpieOf },
] as const

/** Shows the outcome of the last request. */
export function Answer({
  outcome,
  query,
  isBusy,
  isStale,
  cancel,
  hasLogin,
  isByCursor,
  ...showing
}: Showing & {
  readonly outcome: Outcome | undefined
  /** The query that was sent; undefined for a write, or if the contract does not have its path. */
  readonly query: ExplorerQuery | undefined
  readonly isBusy: boolean
  /** Whether the outcome belongs to a request other than the one that would be sent now. */
  readonly isStale: boolean
  readonly cancel: () => void
  readonly hasLogin: boolean
  readonly isByCursor: boolean
}) {
  const [tab, setTab] = useState('table')
  const drawing = useMemo(
    () => (outcome?.kind === 'answered' ? recordGraph(showing.known, outcome.document) : undefined),
    [outcome, showing.known],
  )
  if (!outcome) {
    return (
      <section class="answer" aria-label="Response" aria-busy={isBusy}>
        <h2 class="hidden">Response</h2>
        {isBusy ? (
          <Waiting cancel={cancel} />
        ) : (
          <p class="empty">Send the request to see its response here.</p>
        )}
      </section>
    )
  }
  const { request } = outcome
  const queries = outcome.kind === 'answered' ? queriesOf(outcome.document) : undefined
  const { known, place } = showing
  const written =
    request.method === 'GET'
      ? undefined
      : writeCallOf(known, request.method, request.url.slice(place.api.length), request.body)
  const call = query
    ? clientCallOf(known, query)
    : written === undefined
      ? undefined
      : { code: written, lost: [] }
  const errors = outcome.kind === 'answered' ? errorsIn(outcome.document) : []
  const tabs = [
    ...(outcome.kind === 'answered' && errors.length === 0 ? [{ name: 'table', title: 'Table' }] : []),
    ...(drawing ? [{ name: 'picture', title: 'Picture' }] : []),
    ...(outcome.kind === 'answered' ? [{ name: 'document', title: 'Document' }] : []),
    ...COMMANDS.map(({ name }) => ({ name, title: name })),
    ...(call ? [{ name: 'client', title: 'Client' }] : []),
    ...(outcome.kind === 'answered' ? [{ name: 'headers', title: 'Headers' }] : []),
    ...(queries ? [{ name: 'queries', title: 'Queries', note: String(countOf(queries)) }] : []),
  ]
  const chosen = tabs.some(({ name }) => name === tab) ? tab : (tabs[0]?.name ?? 'curl')
  const command = COMMANDS.find(({ name }) => name === chosen)
  return (
    <section class={isStale ? 'answer stale' : 'answer'} aria-label="Response" aria-busy={isBusy}>
      <h2 class="hidden">Response</h2>
      {isBusy && <Waiting cancel={cancel} />}
      {isStale && (
        <p class="other" role="status">
          This is the response to an earlier request: {request.method} {cut(request.url, 200)}
        </p>
      )}
      <Status outcome={outcome} />
      {outcome.problem !== undefined && (
        <p class="problem" role="alert">
          {outcome.problem}
        </p>
      )}
      {errors.length > 0 && <Errors errors={errors} />}
      <Tabs label="Response" tabs={tabs} chosen={chosen} choose={setTab}>
        {chosen === 'table' && outcome.kind === 'answered' && (
          <TableTab outcome={outcome} query={query} {...showing} />
        )}
        {chosen === 'picture' && drawing && (
          <>
            <Picture
              label="The records and their links"
              drawing={drawing}
              center={drawing.cards[0]?.type ?? ''}
              act={({ type: key }, { name: relationship }) => {
                const { type = '', id = '' } = drawing.records.get(key) ?? {}
                showing.go(pathOf({ type, id, relationship }))
              }}
              choose={(key) => {
                const { type = '', id = '' } = drawing.records.get(key) ?? {}
                showing.go(pathOf({ type, id }))
              }}
            />
            <p class="hint">
              Click a record or a relationship to request it.
              {drawing.left > 0 && ` ${drawing.left} more records are not drawn.`}
            </p>
          </>
        )}
        {chosen === 'document' && outcome.kind === 'answered' && <Document outcome={outcome} {...showing} />}
        {command && hasLogin && (
          <p class="hint">
            The {command.what} contains your login headers. Remove them before you share the {command.what}.
          </p>
        )}
        {command && (
          <Code
            what={`the ${command.what}`}
            code={command.print({
              ...request,
              headers: request.headers.filter(([name]) => name !== 'x-explorer'),
            })}
          />
        )}
        {chosen === 'client' && call && (
          <>
            <Code what="the call" code={isByCursor && query ? byCursor(call.code) : call.code} />
            {call.lost.length > 0 && <p class="hint">The client does not support {call.lost.join(', ')}.</p>}
          </>
        )}
        {chosen === 'headers' && outcome.kind === 'answered' && (
          <dl class="pairs">
            {outcome.headers.map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
        {chosen === 'queries' && queries && <Queries node={queries} />}
      </Tabs>
    </section>
  )
}

/** The client requests a first page with cursors in a different way. */
const byCursor = (code: string): string =>
  `${code}${code.includes('after:') || code.includes('before:') ? '' : '\n// For the first page with cursors, add: page: { after: null }'}`

function Waiting({ cancel }: { readonly cancel: () => void }) {
  return (
    <p class="row waiting" role="status">
      <span>Waiting for the response …</span>
      <button type="button" class="quiet" onClick={cancel}>
        Cancel
      </button>
    </p>
  )
}

/** The status of an outcome, in words. */
export function badgeOf(outcome: Outcome): { readonly kind: 'good' | 'bad'; readonly text: string } {
  if (outcome.kind !== 'answered') return { kind: 'bad', text: 'No response' }
  const { status, statusText } = outcome
  return { kind: status >= 400 ? 'bad' : 'good', text: `${status} ${statusText}`.trim() }
}

function Status({ outcome }: { readonly outcome: Outcome }) {
  const { request, milliseconds } = outcome
  const { kind, text } = badgeOf(outcome)
  return (
    <p class="status" role="status">
      <span class={`badge ${kind}`}>{text}</span>
      <span>{Math.round(milliseconds)} ms</span>
      {outcome.kind === 'answered' && <span>{sizeOf(outcome.bytes)}</span>}
      <span class="method">{request.method}</span>
    </p>
  )
}

/** A number of bytes, in readable form. */
export const sizeOf = (bytes: number): string =>
  bytes < 1024
    ? `${bytes} B`
    : bytes < 1024 * 1024
      ? `${(bytes / 1024).toFixed(1)} KiB`
      : `${(bytes / 1024 / 1024).toFixed(1)} MiB`

function TableTab({
  outcome,
  query,
  ...showing
}: Showing & { readonly outcome: Answered; readonly query: ExplorerQuery | undefined }) {
  const { document, status, request } = outcome
  const table = tableOf(document, request.method === 'GET' ? (query?.include ?? []) : 'all')
  if (!table) {
    return (
      <p class="empty">
        {status === 204 ? 'Done. The response has no document.' : 'The response has no data to show.'}
      </p>
    )
  }
  const members = isObject(document) ? document : {}
  const links = isObject(members['links']) ? members['links'] : {}
  const isPart = Boolean(links['prev'] ?? links['next'])
  return (
    <>
      <div class="toolbar">
        <span>
          {table.isMany
            ? `${table.rows.length} ${table.rows.length === 1 ? 'record' : 'records'}${isPart ? ' on this page' : ''}`
            : table.rows.length === 0
              ? 'No records'
              : 'One record'}
        </span>
        <PageLinks links={links} {...showing} />
      </div>
      <Meta meta={members['meta']} />
      {table.rows.length === 0 &&
        emptyFilters(query?.filters ?? []).map((name) => (
          <p class="hint" key={name}>
            The filter {name} has no value, so it finds only records with an empty {name}.
          </p>
        ))}
      {table.rows.length > 0 && <Table rows={table.rows} label="Records" {...showing} />}
    </>
  )
}

/** The names of the conditions that compare with an empty text. */
const emptyFilters = (nodes: readonly FilterNode[]): readonly string[] =>
  nodes.flatMap((node) => (node.kind === 'condition' && node.texts.join('') === '' ? [node.name] : []))

function PageLinks({ links, place, go }: Showing & { readonly links: { readonly [name: string]: unknown } }) {
  const shown = ['first', 'prev', 'next', 'last'].flatMap((name) => {
    if (!(name in links)) return []
    const href = hrefOf(links[name])
    return [{ name, href, url: followed(href, place) }]
  })
  if (shown.length === 0) return null
  const elsewhere = shown.find(({ href, url }) => typeof href === 'string' && url === undefined)
  return (
    <>
      <nav aria-label="Pages" class="switch">
        {shown.map(({ name, url }) => (
          <button
            type="button"
            key={name}
            disabled={url === undefined}
            onClick={() => url !== undefined && go(url)}
          >
            {name}
          </button>
        ))}
      </nav>
      {elsewhere && (
        <p class="hint">
          “{elsewhere.name}” refers to {String(elsewhere.href).slice(0, 200)}, which does not begin with the
          URL of the API. The page does not request it.
        </p>
      )}
    </>
  )
}

function Meta({ meta }: { readonly meta: unknown }) {
  if (!isObject(meta)) return null
  const { queries: _queries, stats, ...others } = meta
  const shown = isObject(stats) ? Object.entries(stats) : []
  return (
    <>
      {shown.length > 0 && (
        <dl class="stats">
          {shown.flatMap(([name, values]) =>
            Object.entries(isObject(values) ? values : {}).map(([calculation, value]) => (
              <div key={`${name} ${calculation}`}>
                <dt>
                  {name} {calculation}
                </dt>
                <dd>{value === null ? 'null' : String(value)}</dd>
              </div>
            )),
          )}
        </dl>
      )}
      {Object.keys(others).length > 0 && <p class="hint">meta: {JSON.stringify(others).slice(0, 300)}</p>}
    </>
  )
}

function Errors({ errors }: { readonly errors: readonly JsonObject[] }) {
  return (
    <ul class="errors">
      {errors.map((error, index) => {
        const source = isObject(error['source']) ? error['source'] : {}
        return (
          <li key={index}>
            <strong>{String(error['title'] ?? error['code'] ?? 'Error')}</strong>
            <p>{String(error['detail'] ?? '')}</p>
            {Object.entries(source).map(([name, value]) => (
              <p class="hint" key={name}>
                {name} <code>{String(value)}</code>
              </p>
            ))}
          </li>
        )
      })}
    </ul>
  )
}

const errorsIn = (document: unknown): readonly JsonObject[] =>
  isObject(document) && Array.isArray(document['errors']) ? document['errors'].filter(isObject) : []

function queriesOf(document: unknown): QueryLogNode | undefined {
  const meta = isObject(document) && isObject(document['meta']) ? document['meta'] : {}
  const { queries } = meta
  // Only reads are recorded, so a write may have none.
  return isLog(queries) && countOf(queries) > 0 ? queries : undefined
}

const isLog = (value: unknown): value is QueryLogNode =>
  isObject(value) && Array.isArray(value['queries']) && Array.isArray(value['includes'])

const countOf = ({ queries, includes }: QueryLogNode): number =>
  queries.length + includes.reduce((sum, node) => sum + countOf(node), 0)

function Queries({ node }: { readonly node: QueryLogNode }) {
  return (
    <div class="queries">
      {node.queries.map(({ resource, operation, rows, milliseconds, arguments: given }, index) => (
        <div key={index} class="query">
          <p>
            <strong>{node.path === '' ? resource : node.path}</strong> {operation} of {resource}, {rows}{' '}
            {rows === 1 ? 'row' : 'rows'}, {milliseconds.toFixed(1)} ms
          </p>
          <pre
            tabIndex={0}
            role="region"
            aria-label={`Arguments of query ${index + 1} of ${node.path === '' ? resource : node.path}`}
          >
            {JSON.stringify(given, null, 2).slice(0, 20_000)}
          </pre>
        </div>
      ))}
      {node.includes.map((each) => (
        <Queries key={each.path} node={each} />
      ))}
    </div>
  )
}
