import { useEffect, useMemo, useState } from 'preact/hooks'
import { childInputs, nestedMethods } from '../model/body.js'
import {
  type Input,
  type Linked,
  type Method,
  NOTHING_TYPED,
  type RelationshipInput,
  type Typed,
  typedOf,
} from '../model/inputs.js'
import { linkageUrl, type LinkedRecords, linkedIn } from '../model/linkage.js'
import { pathOf } from '../model/print-url.js'
import { type Row, tableOf } from '../model/rows.js'
import { type Outcome, saidOf } from '../model/send.js'
import { domId, Fields, type Filling } from './field.js'
import type { Ask } from './finder.js'

/** The properties of the forms of nested records. */
interface Nesting {
  readonly filling: Filling
  readonly input: RelationshipInput
  /** The path of the relationship. */
  readonly path: string
  readonly linked: readonly Linked[]
  readonly set: (linked: readonly Linked[] | undefined) => void
  readonly depth: number
}

/** Buttons that create a record within a relationship, and that list the linked records of an existing owner. */
export function NestedButtons({
  owner,
  ...nesting
}: Nesting & { readonly owner: { readonly type: string; readonly id: string } | undefined }) {
  const { filling, input, path, linked, set, depth } = nesting
  const { relationship, name } = input
  const isMany = relationship.cardinality === 'many'
  const { limits } = filling.known.contract
  if (relationship.custom || depth >= limits.writeDepth) return null
  const add = (entry: Linked): void => {
    const index = isMany ? linked.length : 0
    set(isMany ? [...linked, entry] : [entry])
    focusIn(`${path}/${index}/`)
  }
  return (
    <>
      <div class="row">
        {relationship.types
          .filter((type) => nestedMethods(filling.known, type).includes('create'))
          .map((type) => (
            <button
              type="button"
              class="quiet add"
              key={type}
              onClick={() => add({ type, tempId: filling.fresh(), method: 'create', typed: NOTHING_TYPED })}
            >
              {newRecord(relationship.types, type)} in {name}
            </button>
          ))}
      </div>
      {owner && <LinkedNow {...nesting} owner={owner} add={(entry) => add({ ...entry, method: 'update' })} />}
    </>
  )
}

/**
 * The name of a new record. It contains the type, which is a plural, only if the relationship has several
 * types.
 */
const newRecord = (types: readonly string[], type: string): string =>
  types.length > 1 ? `New ${type} record` : 'New record'

/** Moves the focus to the first input of a nested record once it is shown. */
const focusIn = (path: string): number =>
  requestAnimationFrame(() =>
    document
      .getElementById(domId('child', path))
      ?.querySelector<HTMLElement>('.field :is(input, textarea, select), select')
      ?.focus(),
  )

/** The records that are currently linked, each with a button that opens its form. */
function LinkedNow({
  filling,
  input,
  owner,
  linked,
  add,
}: Nesting & {
  readonly owner: { readonly type: string; readonly id: string }
  readonly add: (entry: Linked) => void
}) {
  const { known, ask } = filling
  const [found, setFound] = useState<LinkedRecords | undefined>(undefined)
  const [problem, setProblem] = useState('')
  const show = async (): Promise<void> => {
    const target = { ...owner, relationship: input.name, isLinkage: true }
    const outcome = await ask('GET', linkageUrl(known, target, input.relationship))
    const next = outcome.kind === 'answered' ? linkedIn(known, outcome.document) : undefined
    setFound(next)
    setProblem(next ? '' : saidOf(outcome))
  }
  if (!found) {
    return (
      <div class="row">
        <button type="button" class="quiet" onClick={() => void show()}>
          Show the linked {input.name}
        </button>
        {problem !== '' && <span role="status">{problem}</span>}
      </div>
    )
  }
  const left = found.identifiers.filter(
    ({ type, id }) => !linked.some((each) => each.type === type && each.id === id),
  )
  return (
    <ul class="found" aria-label={`Linked ${input.name}`}>
      {left.map(({ type, id }) => (
        <li key={`${type} ${id}`}>
          <button type="button" onClick={() => add({ type, id })}>
            {found.labels.get(`${type} ${id}`) ?? type} <span class="hint">{id}: change</span>
          </button>
        </li>
      ))}
      {left.length === 0 && (
        <li class="hint">Nothing {found.identifiers.length > 0 && 'else '}that you can see is linked.</li>
      )}
      {found.hasMore && <li class="hint">There are more records: search for them.</li>}
    </ul>
  )
}

const WORDS: { readonly [Name in Method | '']: string } = {
  '': 'link',
  create: 'create',
  update: 'link or update',
  disassociate: 'unlink',
  destroy: 'destroy',
}

/** The form of a nested record. */
export function NestedRecord({ index, ...nesting }: Nesting & { readonly index: number }) {
  const { filling, input, path, linked, set, depth } = nesting
  const { known, ask } = filling
  const record = linked[index]
  const place = `${path}/${index}/`
  const { type, id, tempId = '', method, typed = NOTHING_TYPED } = record ?? { type: '' }
  const isNew = id === undefined
  const inputs = useMemo(
    () => (record ? childInputs(known, input.relationship, record) : []),
    [known, input, type, isNew],
  )
  const isKept = method !== 'destroy' && method !== 'disassociate'
  const { stored } = useStored(ask, isKept ? { type, id } : { type }, inputs)
  if (!record) return null
  const replace = (next: Linked | undefined): void =>
    set(linked.flatMap((each, at) => (at === index ? (next ? [next] : []) : [each])))
  const title = isNew ? `${newRecord(input.relationship.types, type)} ${tempId}` : `${type} ${id}`
  const errors = filling.errors[place] ?? []
  const methods = [
    ...(method === undefined ? (['', 'update'] as const) : (['update'] as const)),
    'disassociate' as const,
    ...(nestedMethods(known, type).includes('destroy') ? (['destroy'] as const) : []),
  ]
  return (
    <div class="child" role="group" aria-label={`${input.name}: ${title}`} id={domId('child', place)}>
      <div class="head">
        <h3>{title}</h3>
        {!isNew && (
          <select
            aria-label={`What happens to ${title}`}
            value={method ?? ''}
            onChange={({ currentTarget: { value } }) => {
              const { method: _before, ...rest } = record
              const chosen = methods.find((each) => each === value)
              replace(chosen === undefined || chosen === '' ? rest : { ...rest, method: chosen })
            }}
          >
            {methods.map((each) => (
              <option key={each} value={each}>
                {WORDS[each]}
              </option>
            ))}
          </select>
        )}
        <button
          type="button"
          class="quiet remove"
          aria-label={`Remove ${title} from the form`}
          onClick={() => {
            const left = linked.filter((_, at) => at !== index)
            set(left.length === 0 ? undefined : left)
            requestAnimationFrame(() => document.getElementById(domId('field', path))?.focus())
          }}
        >
          ×
        </button>
      </div>
      {errors.length > 0 && (
        <p class="error" role="alert">
          {errors.map(({ detail, title: said }) => detail || said).join(' ')}
        </p>
      )}
      {isKept && (
        <Fields
          filling={filling}
          inputs={inputs}
          place={place}
          owner={isNew ? undefined : { type, id }}
          typed={typed}
          stored={stored}
          setTyped={(next) => replace({ ...record, typed: next })}
          depth={depth + 1}
        />
      )}
    </div>
  )
}

/**
 * The values of an existing record for its form, and its entity tag; if they cannot be read, the response.
 */
export function useStored(
  ask: Ask,
  { type, id }: { readonly type: string; readonly id?: string | undefined },
  inputs: readonly Input[],
) {
  const [stored, setStored] = useState<Typed>(NOTHING_TYPED)
  const [failure, setFailure] = useState<Outcome | undefined>(undefined)
  const [tag, setTag] = useState<string | undefined>(undefined)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (id === undefined) return undefined
    let isCurrent = true
    void ask('GET', pathOf({ type, id })).then((read) => {
      const [row] = read.kind === 'answered' ? (tableOf(read.document, [])?.rows ?? []) : []
      if (!isCurrent) return
      setTag(tagIn(read))
      if (read.kind === 'answered' && row) {
        setStored({ texts: typedOf(inputs, row.attributes, read.text), links: storedLinks(row) })
      } else setFailure(read)
    })
    return () => {
      isCurrent = false
    }
  }, [ask, type, id, inputs, turn])
  return { stored, setStored, failure, tag, setTag, readAgain: () => setTurn(turn + 1) }
}

/** The entity tag of a response. */
export const tagIn = (outcome: Outcome): string | undefined =>
  outcome.kind === 'answered' ? outcome.headers.find(([name]) => name === 'etag')?.[1] : undefined

/** The links of a record that the response shows. */
const storedLinks = ({ related }: Row): Typed['links'] =>
  Object.fromEntries(
    related.flatMap(({ name, isMany, isTold, rows, identifiers }) =>
      isTold && !isMany ? [[name, [...rows, ...identifiers].map(({ type, id }) => ({ type, id }))]] : [],
    ),
  )
