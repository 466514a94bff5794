import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Known } from '../model/contract.js'
import { type Identifier, type Row, tableOf } from '../model/rows.js'
import { labelText, searchUrl } from '../model/search.js'
import type { Outcome } from '../model/send.js'
import { moveInResults } from './parts.js'

/** Sends a request without showing the outcome. */
export type Ask = (
  method: string,
  url: string,
  body?: object,
  headers?: readonly (readonly [name: string, value: string])[],
) => Promise<Outcome>

/** A search for records of some types, by their text or by an id. */
export function Finder({
  known,
  types,
  label,
  chosen,
  taken = chosen,
  planned = [],
  labels: given,
  isMany,
  ask,
  add,
  remove,
  pending,
  ...described
}: {
  readonly known: Known
  readonly types: readonly string[]
  readonly label: string
  readonly chosen: readonly Identifier[]
  /** The records that are not offered; by default, the chosen ones. */
  readonly taken?: readonly Identifier[]
  /** The records that earlier operations add. */
  readonly planned?: readonly Identifier[]
  /** The labels of the chosen records, by type and id. */
  readonly labels?: ReadonlyMap<string, string> | undefined
  readonly isMany: boolean
  readonly ask: Ask
  readonly add: (identifier: Identifier, isPlanned: boolean) => void
  readonly remove: (identifier: Identifier) => void
  /** Called with the search text for which no record has been selected. */
  readonly pending?: (text: string) => void
  readonly id?: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
}) {
  const [first = ''] = types
  const [type, setType] = useState(first)
  const [text, setText] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [found, setFound] = useState<readonly Row[]>([])
  // Search results belong to one search term: Enter must not select a result for an earlier term.
  const [foundFor, setFoundFor] = useState<string | undefined>(undefined)
  const [waits, setWaits] = useState(false)
  const [problem, setProblem] = useState('')
  const [labels, setLabels] = useState<ReadonlyMap<string, string>>(new Map())
  useEffect(() => {
    if (!isOpen) return undefined
    const url = searchUrl(known, type, text)
    if (url === undefined) return undefined
    let isCurrent = true
    const timer = setTimeout(async () => {
      const outcome = await ask('GET', url)
      if (!isCurrent) return
      const isFound = outcome.kind === 'answered' && outcome.status === 200
      const rows = isFound ? (tableOf(outcome.document, [])?.rows ?? []) : []
      setFound(rows)
      setFoundFor(`${type} ${text}`)
      setProblem(
        isFound
          ? rows.length === 0
            ? 'Nothing was found.'
            : ''
          : (outcome.problem ?? 'The search was rejected.'),
      )
    }, 200)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [known, type, text, isOpen, ask])
  const root = useRef<HTMLDivElement>(null)
  // Adding or removing a record removes the button that was pressed. The focus must move to the search before the next
  // key press, and therefore before the page is painted.
  const isFocusDue = useRef(false)
  useLayoutEffect(() => {
    if (!isFocusDue.current) return
    isFocusDue.current = false
    if (document.activeElement !== document.body) return
    const next = searchIn(root.current) ?? root.current?.querySelector<HTMLElement>('.remove')
    next?.focus()
  }, [chosen])
  // The response to a search replaces the previous results, and the focus stays on the same record.
  const focused = useRef<HTMLElement | undefined>(undefined)
  useLayoutEffect(() => {
    if (focused.current?.isConnected !== false || document.activeElement !== document.body) return
    const { id } = focused.current.dataset
    const buttons = [...(root.current?.querySelectorAll<HTMLElement>('.found button') ?? [])]
    const next = buttons.find((button) => button.dataset['id'] === id) ?? searchIn(root.current)
    next?.focus()
  }, [found])
  const write = (next: string): void => {
    setText(next)
    setWaits(false)
    pending?.(next)
  }
  const choose = (identifier: Identifier, shown: string, isPlanned = false): void => {
    setLabels(new Map([...labels, [`${identifier.type} ${identifier.id}`, shown]]))
    isFocusDue.current = true
    add(identifier, isPlanned)
    write('')
    setOpen(false)
  }
  const isChosen = (row: Identifier): boolean =>
    taken.some(({ type: other, id }) => other === row.type && id === row.id)
  const offered = found.filter((row) => !isChosen(row))
  useEffect(() => {
    if (!waits || foundFor !== `${type} ${text}`) return
    setWaits(false)
    const row = offered.find(({ id }) => id === text) ?? offered[0]
    if (row) choose({ type: row.type, id: row.id }, labelText(known, row))
  })
  /** Arrow keys move between the search and its results; Escape returns to the search. */
  const move = (event: KeyboardEvent): void => {
    const search = searchIn(root.current)
    if (!search) return
    if (event.key === 'Escape') {
      setOpen(false)
      search.focus()
    }
    if (moveInResults(event, root.current)) setOpen(true)
  }
  return (
    <div
      class="finder"
      ref={root}
      onKeyDown={(event) => move(event)}
      onFocusIn={({ target }) => {
        const isFound = target instanceof HTMLElement && target.closest('.found') !== null
        focused.current = isFound ? target : undefined
      }}
    >
      {chosen.length > 0 && (
        <ul class="chips">
          {chosen.map((identifier) => (
            <li key={`${identifier.type} ${identifier.id}`}>
              <span>
                {labels.get(`${identifier.type} ${identifier.id}`) ??
                  given?.get(`${identifier.type} ${identifier.id}`)}{' '}
                <span class="hint">
                  {identifier.type} {identifier.id}
                </span>
              </span>
              <button
                type="button"
                class="remove"
                aria-label={`Remove ${identifier.type} ${identifier.id}`}
                onClick={() => {
                  isFocusDue.current = true
                  remove(identifier)
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {(isMany || chosen.length === 0) && (
        <div class="row">
          {types.length > 1 && (
            <select
              aria-label={`Type of ${label}`}
              value={type}
              onChange={({ currentTarget }) => setType(currentTarget.value)}
            >
              {types.map((each) => (
                <option key={each} value={each}>
                  {each}
                </option>
              ))}
            </select>
          )}
          <input
            {...described}
            type="search"
            aria-label={`Search ${label}`}
            placeholder={`Search ${type}, or enter an id`}
            autocomplete="off"
            value={text}
            onClick={() => setOpen(true)}
            onInput={({ currentTarget }) => {
              write(currentTarget.value)
              setOpen(true)
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              if (text !== '') setWaits(true)
            }}
          />
        </div>
      )}
      {isOpen && (
        <ul class="found" aria-label={`Records found for ${label}`}>
          {planned
            .filter((each) => each.type === type && each.id.includes(text) && !isChosen(each))
            .map(({ id }) => (
              <li key={`lid ${id}`}>
                <button
                  type="button"
                  data-id={id}
                  onClick={() => choose({ type, id }, 'from an operation', true)}
                >
                  {id} <span class="hint">from an operation</span>
                </button>
              </li>
            ))}
          {offered.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                data-id={row.id}
                onClick={() => choose({ type: row.type, id: row.id }, labelText(known, row))}
              >
                {labelText(known, row)} <span class="hint">{row.id}</span>
              </button>
            </li>
          ))}
          {text !== '' && !found.some(({ id }) => id === text) && (
            <li>
              <button type="button" data-id={text} onClick={() => choose({ type, id: text }, text)}>
                Use the id “{text}”
              </button>
            </li>
          )}
          {problem !== '' && <li class="hint">{problem}</li>}
        </ul>
      )}
    </div>
  )
}

const searchIn = (root: HTMLElement | null): HTMLElement | null | undefined =>
  root?.querySelector<HTMLElement>('input[type="search"]')
