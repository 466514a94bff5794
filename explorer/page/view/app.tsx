import { CURSOR_PROFILE } from '@jsonapi-gen/runtime/vocabulary'
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { hashOf, isElsewhere, pasted, readHash } from '../model/address.js'
import { type Known, offeredIncludes, primaryTypes } from '../model/contract.js'
import type { SentRequest } from '../model/send.js'
import { including, pageAt } from '../model/edit.js'
import { isObject, type JsonObject } from '../model/json.js'
import { type Place } from '../model/links.js'
import { type Mark, marksOf } from '../model/marks.js'
import { lidsIn, OPERATIONS_PATH, operationsIn } from '../model/operations.js'
import { parseUrl } from '../model/parse-url.js'
import { pathOf, printUrl } from '../model/print-url.js'
import { type ExplorerQuery, queryFor } from '../model/query.js'
import { cut } from '../model/search.js'
import { MEDIA_TYPE, type Outcome, send as sendRequest } from '../model/send.js'
import { type FormRequest, operationsOf } from '../model/to-operations.js'
import { seenBy, type Viewer, viewerIn } from '../model/viewer.js'
import { modeOf, writeRequestOf, type Written } from '../model/write-request.js'
import { Answer } from './answer.js'
import { Builder, partId } from './builder.js'
import { Graph } from './graph.js'
import { History, MOST_PAST, type Past } from './history.js'
import { type Header, Login } from './login.js'
import { Operations } from './operations.js'
import { Copy, Tabs } from './parts.js'
import { Reference } from './reference.js'
import { keepSent, type KeptForms, Write } from './write.js'

/** The initial state of the page. */
export interface AppStart {
  readonly known: Known
  /** Without a trailing slash. */
  readonly api: string
  /** Whether the page was opened from disk. */
  readonly isFile: boolean
  /** Loads the contract again for a different viewer. */
  readonly reload: (headers: readonly Header[]) => Promise<Known | string>
}

/** The page. */
export function App({ known: loaded, api: given, isFile, reload }: AppStart) {
  const [api, setApi] = useState(given)
  const [whole, setWhole] = useState(loaded)
  const [viewer, setViewer] = useState<Viewer | undefined>(undefined)
  const known = useMemo(() => (viewer ? seenBy(whole, viewer) : whole), [whole, viewer])
  const [address, setAddress] = useState(
    () => readHash(location.hash) ?? { url: firstUrl(known), isByCursor: false },
  )
  const [headers, setHeaders] = useState<readonly Header[]>([])
  const [isLoginOpen, setLoginOpen] = useState(false)
  const [tab, setTab] = useState(() => (readHash(location.hash) ? 'query' : 'graph'))
  /** The type whose page was chosen. */
  const [described, setDescribed] = useState<string | undefined>(undefined)
  const [open, setOpen] = useState<string | undefined>(undefined)
  const [search, setSearch] = useState('')
  const [chosenWritten, setWritten] = useState<Written | undefined>(undefined)
  /** The form that was chosen for a type. */
  const [chosenMode, setMode] = useState<{ readonly type: string; readonly mode: string } | undefined>()
  const [shown, setShown] = useState<
    { readonly outcome: Outcome; readonly query: ExplorerQuery | undefined } | undefined
  >(undefined)
  const [past, setPast] = useState<readonly Past[]>([])
  const [isBusy, setBusy] = useState(false)
  const [operations, setOperations] = useState<readonly JsonObject[]>([])
  /** The position of the operation that is being edited. */
  const [edited, setEdited] = useState<number | undefined>(undefined)
  const kept = useRef<KeptForms>({ typed: new Map() })
  const { url, isByCursor } = address
  // A group without filters cannot be part of a URL, so the builder's own query is kept as long as it is equivalent.
  const [draft, setDraft] = useState<ExplorerQuery | undefined>(undefined)
  const query = useMemo(
    () => (draft && printUrl(draft) === url ? draft : parseUrl(known, url)),
    [known, url, draft],
  )
  const marks = useMemo(() => (isElsewhere(url) ? elsewhere(url) : marksOf(known, url)), [known, url])
  const place: Place = { api, ...(known.settings.base !== undefined && { base: known.settings.base }) }
  const latest = useRef({ api, headers })
  latest.current = { api, headers }

  const { queries, login, operations: hasOperations } = whole.settings
  const transmit = useCallback(
    ({ headers: named, ...request }: SentRequest, signal?: AbortSignal): Promise<Outcome> => {
      const own = latest.current.headers.filter(([name]) => name.trim() !== '')
      return sendRequest(
        { ...request, headers: [...named, ...own] },
        {
          fetch: (...of) => fetch(...of),
          now: () => performance.now(),
          isFile,
          ...(signal && { signal }),
        },
      )
    },
    [isFile],
  )
  const ask = useCallback(
    (
      method: string,
      at: string,
      body?: object,
      given: readonly Header[] = [],
      signal?: AbortSignal,
    ): Promise<Outcome> => {
      const named = new Map<string, string>([
        ['accept', MEDIA_TYPE],
        ...(body === undefined ? [] : ([['content-type', MEDIA_TYPE]] as const)),
        ...given,
      ])
      const url = latest.current.api + at
      const text = body === undefined ? {} : { body: JSON.stringify(body) }
      return transmit({ method, url, headers: [...named], ...text }, signal)
    },
    // Forms read their records again for a different viewer.
    [transmit, known],
  )
  /** Calls a path of the application that is not part of the API. */
  const call = (method: string, path: string, body?: object): Promise<Outcome> =>
    transmit({
      method,
      url: new URL(path, `${api}/`).href,
      headers: [
        ['accept', 'application/json'],
        ...(body === undefined ? [] : ([['content-type', 'application/json']] as const)),
      ],
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const see = async (): Promise<void> => {
    if (login?.viewer === undefined || api === '') return
    const told = await call('GET', login.viewer)
    setViewer(told.kind === 'answered' && told.status === 200 ? viewerIn(told.document) : undefined)
  }
  /** Shows the API to a different viewer: its contract, and the response to the query. */
  const changeViewer = async (): Promise<void> => {
    setShown(undefined)
    const [next] = await Promise.all([reload(latest.current.headers), see()])
    if (typeof next !== 'string') setWhole(next)
    if (shown?.outcome.request.method === 'GET' && api !== '') void get(url, isCursorPage)
  }
  const ofQueries: readonly Header[] = queries ? [['x-explorer', 'queries']] : []
  const turn = useRef(0)
  const running = useRef(new AbortController())
  const show = useCallback(
    async (
      method: string,
      at: string,
      body: object | undefined,
      of: ExplorerQuery | undefined,
      given: readonly Header[] = [],
    ) => {
      const mine = ++turn.current
      setBusy(true)
      running.current = new AbortController()
      const outcome = await ask(method, at, body, [...ofQueries, ...given], running.current.signal)
      setPast((before) => [
        ...before.slice(1 - MOST_PAST),
        { number: (before.at(-1)?.number ?? 0) + 1, at: new Date(), url: at, outcome },
      ])
      if (mine === turn.current) {
        setShown({ outcome, query: of })
        setBusy(false)
        // Otherwise, a response below the query would be out of view.
        if (matchMedia('(max-width: 860px)').matches) {
          requestAnimationFrame(() => document.querySelector('.answer')?.scrollIntoView())
        }
      }
      return outcome
    },
    [ask],
  )
  const get = useCallback(
    (at: string, isByCursors: boolean) =>
      show('GET', at, undefined, parseUrl(known, at), isByCursors ? [BY_CURSORS] : []),
    [show, known],
  )
  const write = useCallback(
    (method: string, at: string, body?: object, given?: readonly Header[]) =>
      show(method, at, body, undefined, given),
    [show],
  )
  /** Follows a link: its query is shown and sent. The browser's back button returns to the previous query. */
  const go = useCallback(
    (to: string) => {
      const next = { url: to, isByCursor: false }
      history.pushState(null, '', hashOf(next))
      setAddress(next)
      void get(to, false)
    },
    [get],
  )
  const change = (next: ExplorerQuery): void => {
    setDraft(next)
    setAddress((before) => ({ ...before, url: printUrl(next) }))
  }

  useEffect(() => {
    const hash = hashOf(address)
    if (location.hash !== hash) history.replaceState(null, '', hash)
  }, [address])
  useEffect(() => {
    const read = (): void => {
      const next = readHash(location.hash)
      if (!next) return
      setAddress(next)
      void get(next.url, next.isByCursor)
    }
    const isLinked = readHash(location.hash) !== undefined && location.hash === hashOf(address)
    void see()
    if (isLinked && api !== '') void get(address.url, address.isByCursor)
    addEventListener('popstate', read)
    addEventListener('hashchange', read)
    return () => {
      removeEventListener('popstate', read)
      removeEventListener('hashchange', read)
    }
    // The first query is sent once, and later ones only on request.
  }, [])

  const openPart = (path: string): void => {
    setTab('query')
    setOpen(path)
    requestAnimationFrame(() => {
      const part = document.getElementById(partId(path))
      if (part instanceof HTMLDetailsElement) part.open = true
      part?.querySelector('summary')?.focus()
      part?.scrollIntoView({ block: 'nearest' })
    })
  }
  const edit = (type: string, id: string): void => {
    setMode(undefined)
    setWritten({ type, id })
    setTab('write')
    // On a phone, the form is above the table, and out of view.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-tab=write]')?.focus())
  }
  /** Shows a past response, and prepares its request. A form receives the body as it was sent. */
  const restore = ({ url: at, outcome }: Past): void => {
    const { method, body } = outcome.request
    const of = parseUrl(known, at.replace(/\/-actions\/[^/]*$/, ''))
    turn.current++
    setBusy(false)
    setShown({ outcome, query: method === 'GET' ? of : undefined })
    if (method === 'GET') {
      setAddress({ ...address, url: at })
      return
    }
    if (at === OPERATIONS_PATH) setOperations(operationsIn(JSON.parse(body ?? 'null')) ?? [])
    if (!of || of.target.relationship !== undefined) return
    const { type, id } = of.target
    const [, action] = /\/(-actions\/[^/]*)$/.exec(at) ?? []
    const form = action ?? (method === 'POST' ? 'create' : method === 'PATCH' ? 'update' : 'delete')
    prepare({ type, ...(id !== undefined && { id }) }, form, body)
  }
  /** Prepares a form, or the operations, with a body. */
  const prepare = (to: Written, form: string, body: string | undefined): void => {
    const listed = body === undefined ? undefined : operationsIn(JSON.parse(body))
    if (listed) {
      setOperations(listed)
      setTab('operations')
      return
    }
    setWritten(to)
    setMode({ type: to.type, mode: form })
    if (body !== undefined) keepSent(kept.current, known, to, form, body)
  }
  const list = (request: FormRequest): string | undefined => {
    const at = edited ?? operations.length
    const [before] = lidsIn(operations.slice(at, at + 1))
    const next = operationsOf(known, request, operations.toSpliced(at, 1), before?.id)
    if (typeof next === 'string') return next
    setOperations(operations.toSpliced(at, 1, ...next))
    setEdited(undefined)
    return undefined
  }
  const editOperation = (index: number): (() => void) | undefined => {
    const { op, ref, data } = operations[index] ?? {}
    const named = isObject(ref) ? ref : data
    if (!isObject(named) || (op === 'update' && ref !== undefined)) return undefined
    const { type, id } = named
    if (typeof type !== 'string' || 'relationship' in named || (op !== 'add' && typeof id !== 'string')) {
      return undefined
    }
    return () => {
      const { lid: _lid, ...record } = isObject(data) ? data : {}
      const form = op === 'add' ? 'create' : op === 'update' ? 'update' : 'delete'
      setEdited(index)
      prepare({ type, ...(typeof id === 'string' && { id }) }, form, JSON.stringify({ data: record }))
      setTab('write')
    }
  }
  const isCursorPage =
    isByCursor &&
    query !== undefined &&
    pageAt(query, '', 'number') === '' &&
    pageAt(query, '', 'after') === '' &&
    pageAt(query, '', 'before') === ''
  const [primary = Object.keys(known.contract.resources)[0] ?? ''] = query
    ? primaryTypes(known, query.target)
    : []
  const written = chosenWritten ?? { type: primary, ...idOf(query) }
  const mode = modeOf(known, written, chosenMode?.type === written.type ? chosenMode.mode : undefined)
  const writing =
    tab === 'operations'
      ? { method: 'POST', url: OPERATIONS_PATH }
      : tab === 'write'
        ? writeRequestOf(mode, written)
        : undefined
  const next = writing ?? { method: 'GET', url }
  const isStale =
    shown !== undefined &&
    (shown.outcome.request.method !== next.method || shown.outcome.request.url !== api + next.url)
  return (
    <>
      <header>
        <h1>API explorer</h1>
        {isFile && given === '' ? (
          <label class="api">
            <span>API</span>
            <input
              type="url"
              value={api}
              placeholder="https://api.example.org"
              onChange={({ currentTarget }) => setApi(currentTarget.value.trim().replace(/\/+$/, ''))}
            />
          </label>
        ) : (
          <span class="api">{api}</span>
        )}
        <span class="space" />
        <button type="button" onClick={() => setLoginOpen(true)}>
          {viewer ? cut(viewer.name, 40) : 'Login'}
          {headers.filter(([name]) => name !== '').length > 0 && <span class="note">{headers.length}</span>}
        </button>
      </header>
      {isLoginOpen && (
        <Login
          login={login}
          viewer={viewer}
          headers={headers}
          set={setHeaders}
          call={call}
          changed={() => void changeViewer()}
          close={() => setLoginOpen(false)}
        />
      )}
      <main>
        <form
          class="request"
          aria-label="Request"
          onSubmit={(event) => {
            event.preventDefault()
            if (writing) document.querySelector<HTMLFormElement>('form.form')?.requestSubmit()
            else if (!isElsewhere(url)) void get(url, isCursorPage)
          }}
        >
          <span class="method">{next.method}</span>
          <input
            type="text"
            aria-label="URL"
            aria-describedby={marks.length > 0 ? 'marks' : undefined}
            aria-invalid={marks.length > 0}
            autocomplete="off"
            spellcheck={false}
            value={next.url}
            onInput={({ currentTarget }) => {
              if (writing) setTab('query')
              setAddress({ ...address, url: pasted(currentTarget.value, api, known.settings.base) })
            }}
          />
          <button type="submit" class="primary" disabled={api === '' || isElsewhere(next.url)}>
            Send
          </button>
          <Copy text={isElsewhere(next.url) ? next.url : api + next.url} what="the URL" />
        </form>
        <Marks marks={marks} fix={(to) => setAddress({ ...address, url: to })} />
        <div class={tab === 'graph' || tab === 'reference' ? 'columns wide' : 'columns'}>
          <section aria-label="Query">
            <h2 class="hidden">Query</h2>
            <Tabs
              label="Query"
              tabs={[
                { name: 'graph', title: 'Graph' },
                { name: 'query', title: 'Query' },
                { name: 'write', title: 'Write' },
                ...(hasOperations
                  ? [
                      {
                        name: 'operations',
                        title: 'Operations',
                        ...(operations.length > 0 && { note: String(operations.length) }),
                      },
                    ]
                  : []),
                { name: 'reference', title: 'Reference' },
                {
                  name: 'history',
                  title: 'History',
                  ...(past.length > 0 && { note: String(past.length) }),
                },
              ]}
              chosen={tab}
              choose={setTab}
            >
              {tab === 'graph' && (
                <Graph
                  known={known}
                  query={query}
                  search={search}
                  setSearch={setSearch}
                  include={(path) => query && change(including(query, path))}
                  open={openPart}
                  choose={(type) => go(pathOf({ type }))}
                  begin={(type, relationship) => {
                    const isOffered = offeredIncludes(known, { type }, '').includes(relationship)
                    change(isOffered ? including(queryFor({ type }), relationship) : queryFor({ type }))
                  }}
                />
              )}
              {tab === 'query' &&
                (query ? (
                  <Builder
                    known={known}
                    query={query}
                    change={change}
                    isByCursor={isByCursor}
                    setByCursor={(next) => setAddress((before) => ({ ...before, isByCursor: next }))}
                    open={open}
                  />
                ) : (
                  <Types known={known} choose={(type) => change(queryFor({ type }))} />
                ))}
              {tab === 'reference' && (
                <Reference
                  known={known}
                  type={described ?? primary}
                  choose={setDescribed}
                  go={go}
                  open={(form) => {
                    const type = described ?? primary
                    setWritten({ type, ...(type === primary && idOf(query)) })
                    setMode({ type, mode: form })
                    setTab('write')
                  }}
                />
              )}
              {tab === 'history' && (
                <History past={past} shown={shown?.outcome} show={restore} clear={() => setPast([])} />
              )}
              {tab === 'write' && (
                <Write
                  known={known}
                  written={written}
                  choose={setWritten}
                  mode={mode}
                  chooseMode={(to) => setMode({ type: written.type, mode: to })}
                  kept={kept.current}
                  ask={ask}
                  send={write}
                  list={hasOperations ? list : undefined}
                  openOperations={() => setTab('operations')}
                  edited={edited}
                  prepare={prepare}
                  planned={lidsIn(operations.slice(0, edited))}
                />
              )}
              {tab === 'operations' && (
                <Operations
                  known={known}
                  send={write}
                  operations={operations}
                  set={(next) => {
                    setOperations(next)
                    setEdited(undefined)
                  }}
                  edit={editOperation}
                />
              )}
            </Tabs>
          </section>
          <Answer
            known={known}
            place={place}
            go={go}
            edit={edit}
            outcome={shown?.outcome}
            query={shown?.query}
            isBusy={isBusy}
            isStale={isStale}
            cancel={() => running.current.abort()}
            hasLogin={headers.some(([name]) => name !== '')}
            isByCursor={isByCursor}
          />
        </div>
      </main>
    </>
  )
}

const BY_CURSORS: Header = ['accept', `${MEDIA_TYPE};profile="${CURSOR_PROFILE}"`]

const firstUrl = ({ contract }: Known): string => pathOf({ type: Object.keys(contract.resources)[0] ?? '' })

const idOf = (query: ExplorerQuery | undefined): { readonly id?: string } =>
  query?.target.id !== undefined && query.target.relationship === undefined ? { id: query.target.id } : {}

const elsewhere = (url: string): readonly Mark[] => [
  {
    where: url,
    word: url,
    message: 'This URL does not begin with the URL of the API, so the request is not sent.',
  },
]

function Marks({ marks, fix }: { readonly marks: readonly Mark[]; readonly fix: (url: string) => void }) {
  return (
    <ul class="marks" id="marks" aria-live="polite" hidden={marks.length === 0}>
      {marks.map(({ where, word, message, suggestion }, index) => (
        <li key={index}>
          <mark>{word}</mark> <span>{message}</span>
          {suggestion && (
            <button type="button" class="quiet" onClick={() => fix(suggestion.url)}>
              Did you mean “{suggestion.name}”?
            </button>
          )}
          {where !== word && where !== 'path' && <code>{where}</code>}
        </li>
      ))}
    </ul>
  )
}

function Types({ known, choose }: { readonly known: Known; readonly choose: (type: string) => void }) {
  if (Object.keys(known.contract.resources).length === 0) {
    return <p class="empty">This API has no types.</p>
  }
  return (
    <ul class="found">
      {Object.keys(known.contract.resources).map((type) => (
        <li key={type}>
          <button type="button" onClick={() => choose(type)}>
            {type}
          </button>
        </li>
      ))}
    </ul>
  )
}
