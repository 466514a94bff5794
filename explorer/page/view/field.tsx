import type { Known } from '../model/contract.js'
import { own } from '../model/contract.js'
import type { AttributeInput, Input, ShownError, Typed } from '../model/inputs.js'
import type { Identifier } from '../model/rows.js'
import { type Ask, Finder } from './finder.js'
import { ValueInput } from './value-input.js'

/** The parts of the page that a form needs. */
export interface Writing {
  readonly known: Known
  /** Reads for a form. */
  readonly ask: Ask
  /** Sends a write, and shows the outcome. */
  readonly send: Ask
}

/** The initial content of a form, and the place that keeps its input. */
export interface Keeping {
  readonly before: Typed
  readonly keep: (typed: Typed) => void
}

/** Moves the focus to the first invalid input. */
export const focusInvalid = (): number =>
  requestAnimationFrame(() => document.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

/** One input of a form, with its hints, its errors, and a button to undo changes. */
export function Field({
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
            {Object.hasOwn(stored.texts, name) ? 'undo' : 'omit'}
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

function linkedText(linked: readonly Identifier[] | undefined): string {
  if (linked === undefined) return ''
  const [first] = linked
  return first ? `: ${first.type} ${first.id}` : ': nothing is linked'
}

/** The targets of a relationship, in words. */
export const hintOfRelationship = ({
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

/** The errors in a response that do not belong to any input of a form. */
export function OtherErrors({ errors }: { readonly errors: readonly ShownError[] }) {
  if (errors.length === 0) return null
  return (
    <ul class="errors" role="alert">
      {errors.map(({ title, detail, pointer }, index) => (
        <li key={index}>
          <strong>{title}</strong>
          <p>{detail}</p>
          {pointer !== '' && <code>{pointer}</code>}
        </li>
      ))}
    </ul>
  )
}
