import { useState } from 'preact/hooks'
import type { Known } from '../model/contract.js'
import { own } from '../model/contract.js'
import { isNested } from '../model/body.js'
import type { ErrorsByPath, ShownError } from '../model/field-errors.js'
import type { AttributeInput, Input, Linked, Typed } from '../model/inputs.js'
import type { Identifier } from '../model/rows.js'
import type { FormRequest } from '../model/to-operations.js'
import type { Written } from '../model/write-request.js'
import { type Ask, Finder } from './finder.js'
import { NestedButtons, NestedRecord } from './nested.js'
import { deprecationOf, named } from './parts.js'
import { ValueInput } from './value-input.js'

/** The parts of the page that a form needs. */
export interface Writing {
  readonly known: Known
  /** Reads for a form. */
  readonly ask: Ask
  /** Sends a write, and shows the outcome. */
  readonly send: Ask
  /** Adds a write to the operations, or returns why it cannot; undefined if the API has none. */
  readonly list: ((request: FormRequest) => string | undefined) | undefined
  readonly openOperations: () => void
  /** The position of the operation that is being edited. */
  readonly edited: number | undefined
  /** Opens the form of a document. */
  readonly prepare: (to: Written, mode: string, body: string) => void
  /** The records that earlier operations add. */
  readonly planned: readonly Identifier[]
}

/** The content of a form. */
export interface Kept {
  readonly typed: Typed
  /** The body as it was edited, until the form changes. */
  readonly draft?: string | undefined
}

/** The initial content of a form, and where its input is kept. */
export interface Keeping {
  readonly before: Kept
  readonly keep: (kept: Kept) => void
}

/** The properties that all fields of a form share, including those of nested records. */
export interface Filling {
  readonly known: Known
  readonly ask: Ask
  readonly errors: ErrorsByPath
  readonly faults: { readonly [path: string]: string }
  /** Records the text of a search for which no record is selected. */
  readonly search: (path: string, text: string) => void
  /** A temporary id that the form does not contain yet. */
  readonly fresh: () => string
  readonly planned: readonly Identifier[]
}

/** The id of the element for a path such as `comments/0/body`. */
export const domId = (kind: string, path: string): string => `${kind}-${path.replaceAll('/', '-')}`

/** The inputs of the form's own record, or of a nested one. */
export function Fields({
  filling,
  inputs,
  place,
  owner,
  typed,
  stored,
  setTyped,
  depth,
}: {
  readonly filling: Filling
  readonly inputs: readonly Input[]
  /** The path of the record. */
  readonly place: string
  /** The record, if it exists. */
  readonly owner: { readonly type: string; readonly id: string } | undefined
  readonly typed: Typed
  readonly stored: Typed
  readonly setTyped: (typed: Typed) => void
  readonly depth: number
}) {
  const change = (name: string, text: string | null | undefined): void => {
    const { [name]: _before, ...texts } = typed.texts
    const isAsStored =
      text === undefined || (Object.hasOwn(stored.texts, name) && stored.texts[name] === text)
    setTyped({ ...typed, texts: isAsStored ? texts : { ...texts, [name]: text } })
  }
  const link = (name: string, linked: readonly Linked[] | undefined): void => {
    const { [name]: _before, ...links } = typed.links
    setTyped({ ...typed, links: linked === undefined ? links : { ...links, [name]: linked } })
  }
  return (
    <>
      {inputs.map((input) => (
        <Field
          key={input.name}
          input={input}
          path={place + input.name}
          filling={filling}
          owner={owner}
          typed={typed}
          stored={stored}
          change={change}
          link={link}
          depth={depth}
        />
      ))}
    </>
  )
}

/** The button that adds the write of a form to the operations, or changes the operation that is being edited. */
export function ListButton({
  list,
  edited,
  act,
}: Pick<Writing, 'list' | 'edited'> & { readonly act: () => void }) {
  if (!list) return null
  return (
    <button type="button" onClick={act}>
      {edited === undefined ? 'Add to the operations' : `Change operation ${edited + 1}`}
    </button>
  )
}

/** Moves the focus to the first invalid input. */
export const focusInvalid = (): number =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

/** One input of a form, with its hints, its errors, and a button to undo changes. */
function Field({
  input,
  path,
  filling,
  owner,
  typed,
  stored,
  depth,
  ...set
}: {
  readonly input: Input
  readonly path: string
  readonly filling: Filling
  readonly owner: { readonly type: string; readonly id: string } | undefined
  readonly typed: Typed
  readonly stored: Typed
  readonly change: (name: string, text: string | null | undefined) => void
  readonly link: (name: string, linked: readonly Linked[] | undefined) => void
  readonly depth: number
}) {
  const { name, isRequired, description, guards } = input
  const id = domId('field', path)
  /** The messages about the form before this input changed. */
  const [past, setPast] = useState<Pick<Filling, 'errors' | 'faults'> | undefined>(undefined)
  const change: typeof set.change = (...to) => {
    setPast(filling)
    set.change(...to)
  }
  const link: typeof set.link = (...to) => {
    setPast(filling)
    set.link(...to)
  }
  const search: Filling['search'] = (...to) => {
    setPast(filling)
    filling.search(...to)
  }
  const fault = past?.faults === filling.faults ? undefined : own(filling.faults, path)
  const errors = past?.errors === filling.errors ? [] : (own(filling.errors, path) ?? [])
  const said = [
    ...(fault === undefined ? [] : [fault]),
    ...errors.map(({ detail, title }) => detail || title),
  ]
  const isTyped = Object.hasOwn(typed.texts, name) || Object.hasOwn(typed.links, name)
  const others = input.kind === 'relationship' && owner ? othersText(name, typed, stored) : ''
  const hints = [
    ...(others === '' ? [] : [`${id}-linked`]),
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
          {named(name, input)}
          {isRequired && <span class="required"> required</span>}
        </label>
        {isTyped && (
          <button
            type="button"
            class="quiet"
            onClick={() => (input.kind === 'relationship' ? link(name, undefined) : change(name, undefined))}
          >
            {Object.hasOwn(stored.texts, name) ? 'undo' : 'omit'}
          </button>
        )}
      </div>
      {input.kind === 'relationship' ? (
        <LinkInput
          input={input}
          path={path}
          filling={{ ...filling, search }}
          owner={owner}
          typed={typed}
          link={link}
          depth={depth}
          {...described}
        />
      ) : (
        <AttributeField input={input} typed={typed} stored={stored} change={change} {...described} />
      )}
      {others !== '' && (
        <p class="hint" id={`${id}-linked`}>
          {others}
        </p>
      )}
      <p class="hint" id={`${id}-hint`}>
        {[hint, deprecationOf(input)].filter(Boolean).join('. ')}
        {guards.length > 0 && `; requires ${guards.join(' and ')}`}
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

/** A note about what happens to linked records that the form does not list; empty if it is obvious. */
function othersText(name: string, typed: Typed, stored: Typed): string {
  const linked = own(typed.links, name)
  // With methods, only the listed records change.
  if (linked) return linked.some(({ method }) => method) ? `The other linked ${name} stay linked.` : ''
  const now = own(stored.links, name)
  if (!now) return 'Unchanged.'
  return `Unchanged: ${now[0] ? `${now[0].type} ${now[0].id}` : 'nothing is linked'}.`
}

/** The targets of a relationship, in words. */
export const hintOfRelationship = ({
  cardinality,
  types,
}: {
  readonly cardinality: string
  readonly types: readonly string[]
}): string =>
  `${cardinality === 'many' ? 'several records' : 'one record'}${types.length > 0 ? ` of ${types.join(' or ')}` : ''}`

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
  // Only text can be empty; other empty values are omitted.
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
  path,
  filling,
  owner,
  typed,
  link,
  depth,
  ...described
}: Described & {
  readonly input: Extract<Input, { readonly kind: 'relationship' }>
  readonly path: string
  readonly filling: Filling
  readonly owner: { readonly type: string; readonly id: string } | undefined
  readonly typed: Typed
  readonly link: (name: string, linked: readonly Linked[] | undefined) => void
  readonly depth: number
}) {
  const { name, relationship } = input
  const given = own(typed.links, name)
  const linked = given ?? []
  const isMany = relationship.cardinality === 'many'
  const plain = linked.flatMap((each) => (isNested(each) ? [] : [identityOf(each)]))
  // A list without methods would replace all links of an existing record.
  const isAdding = isMany && owner !== undefined && plain.length === 0
  const nesting = {
    filling,
    input,
    path,
    linked,
    set: (next: readonly Linked[] | undefined) => link(name, next),
    depth,
  }
  return (
    <>
      <Finder
        {...described}
        known={filling.known}
        types={relationship.types}
        label={name}
        chosen={plain}
        taken={linked.map(identityOf)}
        planned={filling.planned}
        isMany={isMany}
        ask={filling.ask}
        pending={(text) => filling.search(path, text)}
        add={({ type, id }, isPlanned) => {
          const isThere = linked.map(identityOf).some((other) => other.type === type && other.id === id)
          if (isThere) return
          const identifier: Linked = isPlanned ? { type, tempId: id, isLid: true } : { type, id }
          const entry: Linked = isAdding ? { ...identifier, method: 'update' } : identifier
          link(name, isMany ? [...linked, entry] : [entry])
        }}
        remove={({ type, id }) => {
          const left = linked.filter((each) => each.type !== type || identityOf(each).id !== id)
          link(name, left.length === 0 ? undefined : left)
        }}
      />
      {linked.map(
        (each, index) =>
          isNested(each) && (
            <NestedRecord key={`${each.type} ${each.id ?? each.tempId}`} index={index} {...nesting} />
          ),
      )}
      <NestedButtons {...nesting} owner={owner} />
      {!isMany && relationship.takesNull && (
        <label class="check">
          <input
            type="checkbox"
            aria-label={`${name} is null`}
            checked={given?.length === 0}
            onChange={({ currentTarget: { checked } }) => link(name, checked ? [] : undefined)}
          />
          null
        </label>
      )}
    </>
  )
}

/** The type and the id of a record; the temporary id of a new one. */
const identityOf = ({ type, id, tempId = '' }: Linked): Identifier => ({ type, id: id ?? tempId })

/** The errors in a response that do not belong to any input of a form, and what to do. */
export function OtherErrors({
  errors,
  advice,
}: {
  readonly errors: readonly ShownError[]
  readonly advice: string | undefined
}) {
  if (errors.length === 0 && advice === undefined) return null
  return (
    <div role="alert">
      <ul class="errors">
        {errors.map(({ title, detail, pointer }, index) => (
          <li key={index}>
            <strong>{title}</strong>
            <p>{detail}</p>
            {pointer !== '' && <code>{pointer}</code>}
          </li>
        ))}
        {advice !== undefined && <li>{advice}</li>}
      </ul>
    </div>
  )
}
