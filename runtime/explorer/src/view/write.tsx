import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { RelationshipContract } from '../../../src/vocabulary/contract.js'
import { guardsOf, isOpen, type Known, own, resourceOf, type Target } from '../model/contract.js'
import { including, withPage } from '../model/edit.js'
import {
  type AttributeInput,
  bodyOf,
  errorsByInput,
  type Input,
  inputsOf,
  NOTHING_TYPED,
  type ShownError,
  type Typed,
  typedOf,
} from '../model/inputs.js'
import { isObject } from '../model/json.js'
import { pathOf, printUrl } from '../model/print-url.js'
import { queryFor } from '../model/query.js'
import { type Identifier, type Row, tableOf } from '../model/rows.js'
import { labelText } from '../model/search.js'
import type { Outcome } from '../model/send.js'
import { type Ask, Finder } from './finder.js'
import { TypeSelect } from './parts.js'
import { ValueInput } from './value-input.js'

/** What is written: a new record, or one that is there. */
export interface Written {
  readonly type: string
  readonly id?: string
}

interface Writing {
  readonly known: Known
  /** Reads for a form. */
  readonly ask: Ask
  /** Sends a write, and shows what came of it. */
  readonly send: Ask
}

/** What the forms hold while others are shown: it is kept above the tabs. */
export interface KeptForms {
  /** By the mode, the type and the id. */
  readonly typed: Map<string, Typed>
  /** The mode that was chosen last. */
  action?: string | undefined
}

/** The forms of a type: create, and update, delete and links of one record. */
export function Write({
  written,
  choose,
  kept,
  ...writing
}: Writing & {
  readonly written: Written
  readonly choose: (written: Written) => void
  readonly kept: KeptForms
}) {
  const { known } = writing
  const { type, id } = written
  const resource = resourceOf(known, type)
  const preset = id === undefined ? 'create' : 'update'
  const [action, setAction] = useState(kept.action ?? preset)
  const shown = useRef(written)
  useEffect(() => {
    if (shown.current.type === type && shown.current.id === id) return
    shown.current = written
    setAction(preset)
  }, [type, id])
  kept.action = action
  /** A form that something was typed in stays that of its record, whatever is asked for meanwhile. */
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
  if (!resource) return <p class="empty">Choose a type.</p>
  const { actions } = resource
  const links = Object.entries(resource.relationships).filter(
    ([, { write, custom }]) => isOpen(write) && !custom,
  )
  const offered = [
    ...(actions.create.address && isOpen(actions.create.who) ? (['create'] as const) : []),
    ...(actions.update.address && isOpen(actions.update.who) ? (['update'] as const) : []),
    ...(actions.update.address && isOpen(actions.update.who) && links.length > 0 ? (['link'] as const) : []),
    ...(actions.destroy.address && isOpen(actions.destroy.who) ? (['delete'] as const) : []),
  ]
  const chosen = offered.find((each) => each === action) ?? offered[0]
  const guard = chosen && guardsOf(actions[ACTIONS[chosen]].who)
  return (
    <div class="write">
      <div class="grid">
        <label>
          Type
          <TypeSelect known={known} type={type} choose={(next) => choose({ type: next })} />
        </label>
        {chosen !== 'create' && chosen !== undefined && (
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
          {offered.map((each) => (
            <button type="button" key={each} aria-pressed={chosen === each} onClick={() => setAction(each)}>
              {TITLES[each]}
            </button>
          ))}
        </div>
      ) : (
        <p class="empty">Nothing of {type} can be written at an address of its own.</p>
      )}
      {guard !== undefined && guard.length > 0 && (
        <p class="hint">For whom {guard.join(' and ')} lets through.</p>
      )}
      {chosen === 'create' && (
        <Form key={`create ${type}`} type={type} keeping={keptAs('create')} {...writing} />
      )}
      {chosen !== undefined && chosen !== 'create' && id === undefined && (
        <p class="empty">Say the id of a record, or choose “edit” beside one in the table.</p>
      )}
      {chosen === 'update' && id !== undefined && (
        <Form key={`${type} ${id}`} type={type} id={id} keeping={keptAs('update')} {...writing} />
      )}
      {chosen === 'link' && id !== undefined && (
        <Links key={`${type} ${id}`} type={type} id={id} names={links.map(([name]) => name)} {...writing} />
      )}
      {chosen === 'delete' && id !== undefined && (
        <Deletion key={`${type} ${id}`} type={type} id={id} {...writing} />
      )}
    </div>
  )
}

const TITLES = { create: 'Create', update: 'Update', link: 'Links', delete: 'Delete' } as const
const ACTIONS = { create: 'create', update: 'update', link: 'update', delete: 'destroy' } as const

interface Keeping {
  readonly before: Typed
  readonly keep: (typed: Typed) => void
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
  /** Texts that stand in searches. */
  const [searched, setSearched] = useState<{ readonly [name: string]: string }>({})
  useEffect(() => {
    if (id === undefined) return undefined
    let isCurrent = true
    void ask('GET', pathOf({ type, id })).then((read) => {
      const [row] = read.kind === 'answered' ? (tableOf(read.document, [])?.rows ?? []) : []
      if (!isCurrent) return
      if (read.kind === 'answered' && row) {
        setStored({ texts: typedOf(inputs, row.attributes, read.text), links: linksOf(row) })
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
      `“${text}” is not picked yet: pick a record, or empty the search.`,
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
  const others = errors[''] ?? []
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
      {inputs.length === 0 && <p class="empty">There is nothing to fill in.</p>}
      {others.length > 0 && (
        <ul class="errors" role="alert">
          {others.map(({ title, detail, pointer }, index) => (
            <li key={index}>
              <strong>{title}</strong>
              <p>{detail}</p>
              {pointer !== '' && <code>{pointer}</code>}
            </li>
          ))}
        </ul>
      )}
      <div class="row">
        <button type="submit" class="primary" disabled={isBusy}>
          {id === undefined ? 'Create record' : 'Save'}
        </button>
        <button type="button" class="quiet" onClick={() => setTyped(NOTHING_TYPED)}>
          Start again
        </button>
        {outcome?.kind === 'answered' && outcome.status < 300 && (
          <span class="hint" role="status">
            {id === undefined ? 'It is created.' : 'It is saved.'}
          </span>
        )}
      </div>
    </form>
  )
}

/** What a record is linked to, as far as its answer says it. */
const linksOf = ({ related }: Row): Typed['links'] =>
  Object.fromEntries(
    related.flatMap(({ name, isMany, isTold, rows, identifiers }) =>
      isTold && !isMany ? [[name, [...rows, ...identifiers]]] : [],
    ),
  )

const focusInvalid = (): number =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

function Field({
  input,
  errors,
  fault,
  typed,
  stored,
  isUpdate,
  known,
  ask,
  change,
  link,
  search,
}: {
  readonly input: Input
  readonly errors: readonly ShownError[]
  readonly fault: string | undefined
  readonly typed: Typed
  readonly stored: Typed
  readonly isUpdate: boolean
  readonly known: Known
  readonly ask: Ask
  readonly change: (name: string, text: string | null | undefined) => void
  readonly link: (name: string, linked: readonly Identifier[] | undefined) => void
  readonly search: (name: string, text: string) => void
}) {
  const { name, isRequired, description, guards } = input
  const id = `field-${name}`
  const said = [
    ...(fault === undefined ? [] : [fault]),
    ...errors.map(({ detail, title }) => detail || title),
  ]
  const isTyped = Object.hasOwn(typed.texts, name) || Object.hasOwn(typed.links, name)
  const isUnchanged = input.kind === 'relationship' && isUpdate && !isTyped
  const hints = [
    ...(isUnchanged ? [`${id}-linked`] : []),
    `${id}-hint`,
    ...(said.length > 0 ? [`${id}-error`] : []),
  ]
  const described = {
    id,
    'aria-describedby': hints.join(' '),
    'aria-invalid': said.length > 0,
  }
  const hint = input.kind === 'relationship' ? hintOfRelationship(input.relationship) : input.hint
  return (
    <div class={said.length > 0 ? 'field invalid' : 'field'}>
      <div class="head">
        <label for={id}>
          {name}
          {isRequired && <span class="required"> required</span>}
        </label>
        {isTyped && (
          <button
            type="button"
            class="quiet"
            onClick={() => (input.kind === 'relationship' ? link(name, undefined) : change(name, undefined))}
          >
            {Object.hasOwn(stored.texts, name) ? 'as it was' : 'leave out'}
          </button>
        )}
      </div>
      {input.kind === 'relationship' ? (
        <LinkInput
          input={input}
          typed={typed}
          known={known}
          ask={ask}
          link={link}
          search={search}
          {...described}
        />
      ) : (
        <AttributeField input={input} typed={typed} stored={stored} change={change} {...described} />
      )}
      {isUnchanged && (
        <p class="hint" id={`${id}-linked`}>
          Unchanged{linkedText(own(stored.links, name))}.
        </p>
      )}
      <p class="hint" id={`${id}-hint`}>
        {hint}
        {guards.length > 0 && `; for whom ${guards.join(' and ')} lets through`}
        {description !== undefined && ` — ${description}`}
      </p>
      {said.length > 0 && (
        <p class="error" id={`${id}-error`} role="alert">
          {said.join(' ')}
        </p>
      )}
    </div>
  )
}

function linkedText(linked: readonly Identifier[] | undefined): string {
  if (linked === undefined) return ''
  const [first] = linked
  return first ? `: ${first.type} ${first.id}` : ': it leads nowhere'
}

const hintOfRelationship = ({
  cardinality,
  types,
}: {
  readonly cardinality: string
  readonly types: readonly string[]
}): string => `${cardinality === 'many' ? 'several of' : 'one of'} ${types.join(', ')}`

interface Described {
  readonly id: string
  readonly 'aria-describedby': string
  readonly 'aria-invalid': boolean
}

function AttributeField({
  input,
  typed,
  stored,
  change,
  ...described
}: Described & {
  readonly input: AttributeInput
  readonly typed: Typed
  readonly stored: Typed
  readonly change: (name: string, text: string | null | undefined) => void
}) {
  const { name, type, isRequired } = input
  const value = Object.hasOwn(typed.texts, name) ? typed.texts[name] : stored.texts[name]
  // Only a text can be empty: of other values, nothing is left out.
  const isText = type.type === 'string' && !type.values
  return (
    <div class="row">
      <ValueInput
        {...described}
        type={type}
        isLong
        isOne
        required={isRequired}
        text={value ?? ''}
        {...(value === null && { placeholder: 'null' })}
        change={(text) => change(name, text === '' && !isText && !type.list ? undefined : text)}
      />
      {type.nullable && (
        <label class="check">
          <input
            type="checkbox"
            aria-label={`${name} is null`}
            checked={value === null}
            onChange={({ currentTarget: { checked } }) =>
              change(name, checked ? null : isText ? '' : undefined)
            }
          />
          null
        </label>
      )}
    </div>
  )
}

function LinkInput({
  input,
  typed,
  known,
  ask,
  link,
  search,
  ...described
}: Described & {
  readonly input: Extract<Input, { readonly kind: 'relationship' }>
  readonly typed: Typed
  readonly known: Known
  readonly ask: Ask
  readonly link: (name: string, linked: readonly Identifier[] | undefined) => void
  readonly search: (name: string, text: string) => void
}) {
  const { name, relationship } = input
  const linked = typed.links[name]
  const isMany = relationship.cardinality === 'many'
  return (
    <>
      <Finder
        {...described}
        known={known}
        types={relationship.types}
        label={name}
        chosen={linked ?? []}
        isMany={isMany}
        ask={ask}
        pending={(text) => search(name, text)}
        add={(identifier) => link(name, isMany ? [...(linked ?? []), identifier] : [identifier])}
        remove={(identifier) => {
          const left = (linked ?? []).filter((each) => each !== identifier)
          link(name, left.length === 0 ? undefined : left)
        }}
      />
      {!isMany && relationship.takesNull && (
        <label class="check">
          <input
            type="checkbox"
            aria-label={`${name} is null`}
            checked={linked !== undefined && linked.length === 0}
            onChange={({ currentTarget: { checked } }) => link(name, checked ? [] : undefined)}
          />
          null
        </label>
      )}
    </>
  )
}

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
      {linked?.identifiers.length === 0 && (
        <p class="hint">{isMany ? 'Nothing is linked.' : 'It leads nowhere.'}</p>
      )}
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
      {linked?.hasMore && <p class="hint">There are more, which the list of {name} shows.</p>}
      {refused !== '' && (
        <p class="error" role="alert">
          {refused}
        </p>
      )}
    </div>
  )
}

/** What a record is linked to, as far as one answer has it. */
interface Linked {
  readonly identifiers: readonly Identifier[]
  readonly labels: ReadonlyMap<string, string>
  readonly hasMore: boolean
}

/** The linkage with its records, which say what they are to people, on as large a page as there may be. */
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
    : (problem ?? `The answer is ${status}.`)
}

function Deletion({ send, type, id }: Writing & { readonly type: string; readonly id: string }) {
  const [said, setSaid] = useState('')
  const destroy = async (): Promise<void> => {
    const outcome = await send('DELETE', pathOf({ type, id }))
    const isDone = outcome.kind === 'answered' && outcome.status < 400
    setSaid(isDone ? 'It is deleted.' : saidOf(outcome))
  }
  return (
    <div class="form">
      <p>
        Delete{' '}
        <strong>
          {type} {id}
        </strong>
        ? There is no way back.
      </p>
      <div class="row">
        <button type="button" class="danger" onClick={() => void destroy()}>
          Delete record
        </button>
        {said !== '' && <span role="status">{said}</span>}
      </div>
    </div>
  )
}
