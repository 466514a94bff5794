import type { Deprecable } from '@jsonapi-gen/runtime/vocabulary'
import type { ComponentChildren, RefObject } from 'preact'
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { Known } from '../model/contract.js'

/** A button that copies text and confirms this. */
export function Copy({ text, what }: { readonly text: string; readonly what: string }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    await copied(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 1500)
  }
  const shown = isCopied ? 'Copied' : 'Copy'
  return (
    <button type="button" class="quiet" onClick={() => void copy()} aria-label={`${shown} ${what}`}>
      <span aria-live="polite">{shown}</span>
    </button>
  )
}

/** In some browsers, pages that were opened from disk have no clipboard. */
async function copied(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch {
    const area = document.createElement('textarea')
    area.value = text
    document.body.append(area)
    area.select()
    document.execCommand('copy')
    area.remove()
  }
}

/** A tab of a list of tabs. */
export interface Tab {
  readonly name: string
  readonly title: string
  readonly note?: string | undefined
}

/** Tabs, and the panel of the selected tab. Arrow keys move between the tabs. */
export function Tabs({
  label,
  tabs,
  chosen,
  choose,
  children,
}: {
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly chosen: string
  readonly choose: (name: string) => void
  readonly children: ComponentChildren
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const at = tabs.findIndex(({ name }) => name === chosen)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    choose(next.name)
    list.current?.querySelector<HTMLElement>(`[data-tab="${next.name}"]`)?.focus()
  }
  return (
    <>
      <div role="tablist" aria-label={label} class="tabs" ref={list} onKeyDown={move}>
        {tabs.map(({ name, title, note }) => (
          <button
            type="button"
            role="tab"
            key={name}
            id={`${id}-${name}`}
            data-tab={name}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => choose(name)}
          >
            {title}
            {note !== undefined && <span class="note">{note}</span>}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} class="panel" tabIndex={-1}>
        {children}
      </div>
    </>
  )
}

/** A select, and a button that adds the selected option: arrow keys only change the selection. */
export function Adder({
  title,
  options,
  add,
}: {
  readonly title: string
  readonly options: readonly (readonly [value: string, label: string])[]
  readonly add: (value: string) => void
}) {
  const [chosen, setChosen] = useState('')
  const list = useRef<HTMLSelectElement>(null)
  if (options.length === 0) return null
  const value = options.some(([each]) => each === chosen) ? chosen : ''
  const take = (): void => {
    if (value === '') return
    // The button becomes disabled, and would lose the focus.
    list.current?.focus()
    setChosen('')
    add(value)
  }
  return (
    <span class="adder">
      <select
        ref={list}
        aria-label={title}
        value={value}
        onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || value === '') return
          event.preventDefault()
          take()
        }}
      >
        <option value="">{title}</option>
        {options.map(([each, label]) => (
          <option key={each} value={each}>
            {label}
          </option>
        ))}
      </select>
      <button
        type="button"
        class="quiet"
        aria-label={`${title}: confirm`}
        disabled={value === ''}
        onClick={take}
      >
        Add
      </button>
    </span>
  )
}

/** Arrow keys move between a search and its results. Returns whether the key was one of them. */
export function moveInResults(event: KeyboardEvent, root: Element | null): boolean {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !root || event.target instanceof HTMLSelectElement) return false
  event.preventDefault()
  const stops = [...root.querySelectorAll<HTMLElement>('input[type="search"], .found button')]
  const at = stops.findIndex((each) => each === document.activeElement)
  stops[(Math.max(at, 0) + step + stops.length) % stops.length]?.focus()
  return true
}

/** A region that scrolls. Its edges fade on the sides where there is more content. */
export function Scroll({
  label,
  kind,
  at,
  children,
}: {
  readonly label: string
  readonly kind: string
  readonly at?: RefObject<HTMLDivElement | null>
  readonly children: ComponentChildren
}) {
  const own = useRef<HTMLDivElement>(null)
  const scroller = at ?? own
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return undefined
    const mark = (): void => {
      const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = element
      element.dataset['more'] = [
        ...(scrollLeft > 1 ? ['left'] : []),
        ...(scrollLeft + clientWidth < scrollWidth - 1 ? ['right'] : []),
        ...(scrollTop > 1 ? ['top'] : []),
        ...(scrollTop + clientHeight < scrollHeight - 1 ? ['bottom'] : []),
      ].join(' ')
    }
    mark()
    const sizes = new ResizeObserver(mark)
    sizes.observe(element)
    if (element.firstElementChild) sizes.observe(element.firstElementChild)
    element.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', mark)
    }
  }, [scroller])
  return (
    <div class={kind} ref={scroller} tabIndex={0} role="region" aria-label={label}>
      {children}
    </div>
  )
}

/** Code with a button that copies it. */
export function Code({ code, what }: { readonly code: string; readonly what: string }) {
  return (
    <div class="code">
      <Copy text={code} what={what} />
      <pre tabIndex={0} role="region" aria-label={what}>
        {code}
      </pre>
    </div>
  )
}

/** The name of a part. It is struck through if the part is deprecated. */
export const named = (name: string, part: Deprecable | undefined): ComponentChildren =>
  part?.deprecated ? <s title={deprecationOf(part)}>{name}</s> : name

/** Since when a part is deprecated, until when it exists, and what replaces it; undefined if it is not deprecated. */
export function deprecationOf({ deprecated }: Deprecable): string | undefined {
  if (!deprecated) return undefined
  const { since, sunset, use } = deprecated
  return `Deprecated since ${since}${sunset ? `, until ${sunset}` : ''}${use ? `. Use ${use}` : ''}`
}

/** The label of a deprecated part in a list of options, which cannot be struck through. */
export const optionOf = (label: string, part: Deprecable | undefined): string =>
  part?.deprecated ? `${label} (deprecated)` : label

/** A list of the API's types to choose from. */
export function TypeSelect({
  known,
  type,
  choose,
}: {
  readonly known: Known
  readonly type: string
  readonly choose: (type: string) => void
}) {
  return (
    <select value={type} onChange={({ currentTarget }) => choose(currentTarget.value)}>
      {Object.keys(known.contract.resources).map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
    </select>
  )
}
