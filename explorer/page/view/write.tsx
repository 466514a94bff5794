import type { RelationshipContract } from '@jsonapi-gen/runtime/vocabulary'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { guardsOf, type Known, resourceOf, type Target } from '../model/contract.js'
import { including, withPage } from '../model/edit.js'
import { bodyOf, errorsByInput, inputsOf, NOTHING_TYPED, type Typed, typedOf } from '../model/inputs.js'
import { isObject } from '../model/json.js'
import { pathOf, printUrl } from '../model/print-url.js'
import { queryFor } from '../model/query.js'
import { type Identifier, type Row, tableOf } from '../model/rows.js'
import { labelText } from '../model/search.js'
import type { Outcome } from '../model/send.js'
import { linksOf, type Mode, modesOf, TITLES, type Written } from '../model/write-request.js'
import { Finder } from './finder.js'
import { Field, focusInvalid, hintOfRelationship, type Keeping, OtherErrors, type Writing } from './field.js'
import { OwnAction } from './own-action.js'
import { TypeSelect } from './parts.js'

/** The content of forms that are not shown at the moment. It is kept above the tabs. */
export interface KeptForms {
  /** Keyed by mode, type and id. */
  readonly typed: Map<string, Typed>
}

/** The forms of a type: create, and update, delete and links of one record. */
export function Write({
  written,
  choose,
  mode: chosen,
  chooseMode,
  kept,
  ...writing
}: Writing & {
  readonly written: Written
  readonly choose: (written: Written) => void
  readonly mode: Mode | undefined
  readonly chooseMode: (mode: string) => void
  readonly kept: KeptForms
}) {
  const { known } = writing
  const { type, id } = written
  /** A form with input keeps its record, even if a different record is selected in the meantime. */
  const keptAs = (mode: string): Keeping => {
    const key = `${mode} ${type} ${mode === 'create' ? '' : (id ?? '')}`
    return {
      before: kept.typed.get(key) ?? NOTHING_TYPED,
      keep: (typed) => {
        kept.typed.set(key, typed)
        choose(written)
      },
    }
  }
  if (!resourceOf(known, type)) return <p class="empty">Choose a type.</p>
  const offered = modesOf(known, type)
  const guard = chosen && guardsOf(chosen.who)
  const isMissing = chosen?.isOfRecord === true && id === undefined
  return (
    <div class="write">
      <div class="grid">
        <label>
          Type
          <TypeSelect known={known} type={type} choose={(next) => choose({ type: next })} />
        </label>
        {chosen?.isOfRecord && (
          <label>
            Id
            <input
              type="text"
              autocomplete="off"
              value={id ?? ''}
              onChange={({ currentTarget: { value } }) =>
                choose({ type, ...(value !== '' && { id: value }) })
              }
            />
          </label>
        )}
      </div>
      {offered.length > 0 ? (
        <div class="switch" role="group" aria-label="What to do">
          {offered.map(({ mode, title }) => (
            <button
              type="button"
              key={mode}
              aria-pressed={chosen?.mode === mode}
              onClick={() => chooseMode(mode)}
            >
              {title}
            </button>
          ))}
        </div>
      ) : (
        <p class="empty">{type} records cannot be written at their own URL.</p>
      )}
      {guard !== undefined && guard.length > 0 && <p class="hint">Requires {guard.join(' and ')}.</p>}
      {chosen?.mode === 'create' && (
        <Form key={`create ${type}`} type={type} keeping={keptAs('create')} {...writing} />
      )}
      {isMissing && <p class="empty">Enter the id of a record, or choose “edit” next to one in the table.</p>}
      {chosen?.mode === 'update' && id !== undefined && (
        <Form key={`${type} ${id}`} type={type} id={id} keeping={keptAs('update')} {...writing} />
      )}
      {chosen?.mode === 'link' && id !== undefined && (
        <Links key={`${type} ${id}`} type={type} id={id} names={linksOf(known, type)} {...writing} />
      )}
      {chosen?.mode === 'delete' && id !== undefined && (
        <Deletion key={`${type} ${id}`} type={type} id={id} {...writing} />
      )}
      {chosen?.own !== undefined && !isMissing && (
        <OwnAction
          key={`${chosen.mode} ${type} ${id}`}
          type={type}
          name={chosen.own}
          {...(chosen.isOfRecord && id !== undefined && { id })}
          keeping={keptAs(chosen.mode)}
          {...writing}
        />
      )}
    </div>
  )
}

function Form({
  known,
  ask,
  send,
  type,
  id,
  keeping,
}: Writing & { readonly type: string; readonly id?: string; readonly keeping: Keeping }) {
  const write = id === undefined ? 'create' : 'update'
  const inputs = useMemo(() => inputsOf(known, type, write), [known, type, write])
  const [typed, setOwn] = useState<Typed>(keeping.before)
  const setTyped = (next: Typed): void => {
    setOwn(next)
    keeping.keep(next)
  }
  const [stored, setStored] = useState<Typed>(NOTHING_TYPED)
  const [faults, setFaults] = useState<{ readonly [name: string]: string }>({})
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  /** The texts in the searches. */
  const [searched, setSearched] = useState<{ readonly [name: string]: string }>({})
  useEffect(() => {
    if (id === undefined) return undefined
    let isCurrent = true
    void ask('GET', pathOf({ type, id })).then((read) => {
      const [row] = read.kind === 'answered' ? (tableOf(read.document, [])?.rows ?? []) : []
      if (!isCurrent) return
      if (read.kind === 'answered' && row) {
        setStored({ texts: typedOf(inputs, row.attributes, read.text), links: storedLinks(row) })
      } else setOutcome(read)
    })
    return () => {
      isCurrent = false
    }
  }, [ask, type, id, inputs])
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const body = bodyOf(inputs, type, id, typed)
    const unpicked = Object.entries(searched).map(([name, text]) => [
      name,
      `“${text}” is not selected: select a record, or clear the search.`,
    ])
    const wrong: typeof faults = { ...body.faults, ...Object.fromEntries(unpicked) }
    setFaults(wrong)
    if (Object.keys(wrong).length > 0) {
      focusInvalid()
      return
    }
    setBusy(true)
    const next = await send(
      id === undefined ? 'POST' : 'PATCH',
      pathOf({ type, ...(id !== undefined && { id }) }),
      body.document,
    )
    setBusy(false)
    setOutcome(next)
    if (next.kind !== 'answered' || next.status >= 400) {
      focusInvalid()
      return
    }
    if (id === undefined) setTyped(NOTHING_TYPED)
    else {
      setStored({ texts: { ...stored.texts, ...typed.texts }, links: { ...stored.links, ...typed.links } })
      setTyped(NOTHING_TYPED)
    }
  }
  const errors = outcome?.kind === 'answered' ? errorsByInput(inputs, outcome.document) : {}
  const change = (name: string, text: string | null | undefined): void => {
    const { [name]: _before, ...texts } = typed.texts
    const isAsStored =
      text === undefined || (Object.hasOwn(stored.texts, name) && stored.texts[name] === text)
    setTyped({ ...typed, texts: isAsStored ? texts : { ...texts, [name]: text } })
  }
  const link = (name: string, linked: readonly Identifier[] | undefined): void => {
    const { [name]: _before, ...links } = typed.links
    setTyped({ ...typed, links: linked === undefined ? links : { ...links, [name]: linked } })
  }
  const search = (name: string, text: string): void => {
    const { [name]: _before, ...left } = searched
    setSearched(text === '' ? left : { ...left, [name]: text })
  }
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label={`${TITLES[write]} ${type}`}
    >
      {inputs.map((input) => (
        <Field
          key={input.name}
          input={input}
          errors={errors[input.name] ?? []}
          fault={faults[input.name]}
          typed={typed}
          stored={stored}
          isUpdate={id !== undefined}
          known={known}
          ask={ask}
          change={change}
          link={link}
          search={search}
        />
      ))}
      {inputs.length === 0 && <p class="empty">No input is needed.</p>}
      <OtherErrors errors={errors[''] ?? []} />
      <div class="row">
        <button type="submit" class="primary" disabled={isBusy}>
          {id === undefined ? 'Create record' : 'Save'}
        </button>
        <button type="button" class="quiet" onClick={() => setTyped(NOTHING_TYPED)}>
          Start again
        </button>
        {outcome?.kind === 'answered' && outcome.status < 300 && (
          <span class="hint" role="status">
            {id === undefined ? 'Created.' : 'Saved.'}
          </span>
        )}
      </div>
    </form>
  )
}

/** The links of a record, as far as the response shows them. */
const storedLinks = ({ related }: Row): Typed['links'] =>
  Object.fromEntries(
    related.flatMap(({ name, isMany, isTold, rows, identifiers }) =>
      isTold && !isMany ? [[name, [...rows, ...identifiers]]] : [],
    ),
  )

function Links({
  known,
  ask,
  send,
  type,
  id,
  names,
}: Writing & { readonly type: string; readonly id: string; readonly names: readonly string[] }) {
  return (
    <div class="form">
      {names.map((name) => (
        <LinksOf key={name} known={known} ask={ask} send={send} type={type} id={id} name={name} />
      ))}
    </div>
  )
}

function LinksOf({
  known,
  ask,
  send,
  type,
  id,
  name,
}: Writing & { readonly type: string; readonly id: string; readonly name: string }) {
  const relationship = resourceOf(known, type)?.relationships[name]
  const [linked, setLinked] = useState<Linked | undefined>(undefined)
  const [refused, setRefused] = useState('')
  const [turn, setTurn] = useState(0)
  const target = { type, id, relationship: name, isLinkage: true }
  const url = pathOf(target)
  const read = relationship ? linkageUrl(known, target, relationship) : url
  useEffect(() => {
    let isCurrent = true
    void ask('GET', read).then((outcome) => {
      if (!isCurrent) return
      const found = outcome.kind === 'answered' ? linkedIn(known, outcome.document) : undefined
      setLinked(found)
      setRefused(found ? '' : saidOf(outcome))
    })
    return () => {
      isCurrent = false
    }
  }, [known, ask, read, turn])
  if (!relationship) return null
  const isMany = relationship.cardinality === 'many'
  const write = async (method: string, data: unknown): Promise<void> => {
    const outcome = await send(method, url, { data })
    const isDone = outcome.kind === 'answered' && outcome.status < 400
    setTurn(turn + 1)
    if (!isDone) setRefused(saidOf(outcome))
  }
  return (
    <div class={refused === '' ? 'field' : 'field invalid'}>
      <div class="head">
        <h3>{name}</h3>
        <span class="hint">{hintOfRelationship(relationship)}</span>
      </div>
      {linked?.identifiers.length === 0 && <p class="hint">Nothing is linked.</p>}
      <Finder
        known={known}
        types={relationship.types}
        label={name}
        chosen={linked?.identifiers ?? []}
        labels={linked?.labels}
        isMany={isMany || relationship.takesNull !== true}
        ask={ask}
        add={(identifier) => void write(isMany ? 'POST' : 'PATCH', isMany ? [identifier] : identifier)}
        remove={(identifier) => void write(isMany ? 'DELETE' : 'PATCH', isMany ? [identifier] : null)}
      />
      {linked?.hasMore && <p class="hint">There are more records; the list of {name} shows them.</p>}
      {refused !== '' && (
        <p class="error" role="alert">
          {refused}
        </p>
      )}
    </div>
  )
}

/** The links of a record, as far as one response shows them. */
interface Linked {
  readonly identifiers: readonly Identifier[]
  readonly labels: ReadonlyMap<string, string>
  readonly hasMore: boolean
}

/** The URL of the linkage with its records, which provide labels, on the largest permitted page. */
function linkageUrl(known: Known, target: Target, { cardinality, types }: RelationshipContract): string {
  const { relationship = '' } = target
  const sizes = types.flatMap((type) => resourceOf(known, type)?.page.max ?? [])
  const size = cardinality === 'many' && sizes.length > 0 ? String(Math.min(...sizes)) : ''
  return printUrl(withPage(including(queryFor(target), relationship), '', 'size', size))
}

function linkedIn(known: Known, document: unknown): Linked | undefined {
  const table = tableOf(document, [])
  if (!table || !isObject(document)) return undefined
  const records = tableOf({ data: document['included'] ?? [] }, [])?.rows ?? []
  const links = isObject(document['links']) ? document['links'] : {}
  return {
    identifiers: table.rows.map(({ type, id }) => ({ type, id })),
    labels: new Map(records.map((row) => [`${row.type} ${row.id}`, labelText(known, row)])),
    hasMore: typeof links['next'] === 'string',
  }
}

function saidOf(outcome: Outcome): string {
  if (outcome.kind === 'refused') return outcome.problem
  const { document, status, problem } = outcome
  const errors =
    isObject(document) && Array.isArray(document['errors']) ? document['errors'].filter(isObject) : []
  return errors.length > 0
    ? errors.map((error) => String(error['detail'] ?? error['title'])).join(' ')
    : (problem ?? `The response is ${status}.`)
}

function Deletion({ send, type, id }: Writing & { readonly type: string; readonly id: string }) {
  const [said, setSaid] = useState('')
  const destroy = async (event: Event): Promise<void> => {
    event.preventDefault()
    const outcome = await send('DELETE', pathOf({ type, id }))
    const isDone = outcome.kind === 'answered' && outcome.status < 400
    setSaid(isDone ? 'Deleted.' : saidOf(outcome))
  }
  return (
    <form class="form" aria-label={`Delete ${type}`} onSubmit={(event) => void destroy(event)}>
      <p>
        Delete{' '}
        <strong>
          {type} {id}
        </strong>
        ? This cannot be undone.
      </p>
      <div class="row">
        <button type="submit" class="danger">
          Delete record
        </button>
        {said !== '' && <span role="status">{said}</span>}
      </div>
    </form>
  )
}
