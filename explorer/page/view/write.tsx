import { useEffect, useMemo, useState } from 'preact/hooks'
import { guardsOf, type Known, resourceOf } from '../model/contract.js'
import { bodyOf, isNested } from '../model/body.js'
import { errorsByPath } from '../model/field-errors.js'
import { type Input, inputsOf, NOTHING_TYPED, type Typed } from '../model/inputs.js'
import { completionAt } from '../model/complete.js'
import { isObject, type JsonObject, prettyJson } from '../model/json.js'
import { linkageUrl, linkedIn, type LinkedRecords } from '../model/linkage.js'
import { operationsIn } from '../model/operations.js'
import { pathOf } from '../model/print-url.js'
import { readBody } from '../model/read-body.js'
import { cut } from '../model/search.js'
import { type Outcome, saidOf } from '../model/send.js'
import { linksOf, type Mode, modesOf, TITLES, type Written } from '../model/write-request.js'
import { withheldOf } from '../model/viewer.js'
import { Finder } from './finder.js'
import { BodyEditor } from './body-editor.js'
import {
  Fields,
  focusInvalid,
  hintOfRelationship,
  ListButton,
  type Keeping,
  type Kept,
  OtherErrors,
  type Writing,
} from './field.js'
import { tagIn, useStored } from './nested.js'
import { OwnAction } from './own-action.js'
import { adviceOf, useProtection } from './protection.js'
import { deprecationOf, named, TypeSelect } from './parts.js'

/** The content of forms that are not currently shown. It is kept outside the tabs. */
export interface KeptForms {
  /** Keyed by mode, type and id. */
  readonly typed: Map<string, Kept>
}

const keyOf = (mode: string, { type, id }: Written): string =>
  `${mode} ${type} ${mode === 'create' ? '' : (id ?? '')}`

/** Fills the form for a request that was sent. */
export function keepSent(kept: KeptForms, known: Known, written: Written, mode: string, body: string): void {
  if (mode !== 'create' && mode !== 'update') return
  const { type, id } = written
  const draft = prettyJson(body)
  const read = readBody(known, inputsOf(known, type, mode), { type, id }, draft)
  kept.typed.set(keyOf(mode, written), { typed: read.kind === 'form' ? read.typed : NOTHING_TYPED, draft })
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
    const key = keyOf(mode, written)
    return {
      before: kept.typed.get(key) ?? { typed: NOTHING_TYPED },
      keep: (content) => {
        kept.typed.set(key, content)
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
          {offered.map(({ mode, title, deprecated, about }) => (
            <button
              type="button"
              key={mode}
              title={about}
              aria-pressed={chosen?.mode === mode}
              onClick={() => chooseMode(mode)}
            >
              {named(title, { deprecated })}
            </button>
          ))}
        </div>
      ) : (
        <p class="empty">{whyClosed(known, type)}</p>
      )}
      {guard !== undefined && guard.length > 0 && <p class="hint">Requires {guard.join(' and ')}.</p>}
      {chosen?.deprecated && <p class="hint">{deprecationOf(chosen)}</p>}
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

/** Why a type has no forms. */
function whyClosed(known: Known, type: string): string {
  const guards = withheldOf(known, type).flatMap(({ what, guards: some }) =>
    what === 'create' || what === 'update' || what === 'destroy' ? some : [],
  )
  return guards.length === 0
    ? `${type} records cannot be written at their own URL.`
    : `${cut(known.seen?.by ?? '', 40)} cannot write ${type} records: this requires ${[...new Set(guards)].join(' or ')}.`
}

function Form({
  known,
  ask,
  send,
  list,
  openOperations,
  edited,
  planned,
  prepare,
  type,
  id,
  keeping,
}: Writing & { readonly type: string; readonly id?: string; readonly keeping: Keeping }) {
  const write = id === undefined ? 'create' : 'update'
  const inputs = useMemo(() => inputsOf(known, type, write), [known, type, write])
  const [{ typed, draft }, setOwn] = useState<Kept>(keeping.before)
  const setContent = (next: Kept): void => {
    setOwn(next)
    keeping.keep(next)
  }
  const setTyped = (next: Typed): void => setContent({ typed: next })
  const { stored, setStored, failure, tag, setTag, readAgain } = useStored(ask, { type, id }, inputs)
  const protection = useProtection(known, tag)
  const [notice, setNotice] = useState('')
  const [isListed, setListed] = useState(false)
  const [faults, setFaults] = useState<{ readonly [path: string]: string }>({})
  const [last, setLast] = useState<
    { readonly outcome: Outcome; readonly typed: Typed; readonly places: readonly string[] } | undefined
  >(undefined)
  const outcome = last?.outcome ?? failure
  const [isBusy, setBusy] = useState(false)
  /** The search strings. */
  const [searched, setSearched] = useState<{ readonly [path: string]: string }>({})
  const body = useMemo(() => bodyOf(known, inputs, { type, id }, typed), [known, inputs, type, id, typed])
  const read = useMemo(
    () => (draft === undefined ? undefined : readBody(known, inputs, { type, id }, draft)),
    [known, inputs, type, id, draft],
  )
  const edit = (text: string): void => {
    const next = readBody(known, inputs, { type, id }, text)
    setContent({ typed: next.kind === 'form' ? next.typed : typed, draft: text })
  }
  const isAsWritten = read?.kind === 'document'
  /** The document that the form sends; undefined if it has faults, which are then shown. */
  const checked = (): JsonObject | undefined => {
    const unpicked = Object.entries(searched).map(([path, text]) => [
      path,
      `“${text}” is not selected: select a record, or clear the search.`,
    ])
    const wrong: typeof faults = isAsWritten ? {} : { ...body.faults, ...Object.fromEntries(unpicked) }
    setFaults(wrong)
    setNotice('')
    setListed(false)
    if (Object.keys(wrong).length === 0 && read?.kind !== 'invalid') {
      return isAsWritten ? read.document : body.document
    }
    focusInvalid()
    return undefined
  }
  const method = id === undefined ? 'POST' : 'PATCH'
  const listed = (): void => {
    const document = checked()
    if (!document) return
    const fault = list?.({ method, target: { type, id }, document })
    if (fault === undefined) {
      setTyped(NOTHING_TYPED)
      setLast(undefined)
    }
    setListed(fault === undefined)
    setNotice(
      fault ?? (edited === undefined ? 'Added to the operations.' : 'The operation has been changed.'),
    )
  }
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const document = isBusy ? undefined : checked()
    if (!document) return
    setBusy(true)
    const at = pathOf({ type, ...(id !== undefined && { id }) })
    const next = await send(method, at, document, protection.headers)
    setBusy(false)
    setLast({ outcome: next, typed, places: isAsWritten ? [] : body.places })
    if (next.kind !== 'answered' || next.status >= 400) {
      focusInvalid()
      return
    }
    setTyped(NOTHING_TYPED)
    protection.renew()
    if (id !== undefined) {
      setTag(tagIn(next))
      const links = Object.entries(typed.links).filter(([, linked]) => !linked.some(isNested))
      setStored({
        texts: { ...stored.texts, ...typed.texts },
        links: { ...stored.links, ...Object.fromEntries(links) },
      })
    }
  }
  const errors = useMemo(
    () =>
      outcome?.kind === 'answered'
        ? errorsByPath(known, inputs, last ?? { typed, places: [] }, outcome.document)
        : {},
    [known, inputs, last, outcome],
  )
  const isOutdated =
    id !== undefined && outcome?.kind === 'answered' && (outcome.status === 412 || outcome.status === 409)
  /** The form of a document that was pasted into this one. */
  const otherForm = (document: JsonObject) => {
    const text = JSON.stringify(document)
    if (operationsIn(document)) {
      return list && { title: 'Open these operations', open: () => prepare({ type }, '', text) }
    }
    const data = isObject(document['data']) ? document['data'] : {}
    const { type: to, id: of } = data
    if (
      typeof to !== 'string' ||
      !resourceOf(known, to) ||
      (to === type && (typeof of !== 'string' || of === id))
    ) {
      return undefined
    }
    const target: Written = { type: to, ...(typeof of === 'string' && { id: of }) }
    return {
      title: `Open it in the form of ${to}${target.id === undefined ? '' : ` ${cut(target.id, 40)}`}`,
      open: () => prepare(target, target.id === undefined ? 'create' : 'update', text),
    }
  }
  const search = (path: string, text: string): void => {
    const { [path]: _before, ...left } = searched
    setSearched(text === '' ? left : { ...left, [path]: text })
  }
  const fresh = (): string => {
    const all = JSON.stringify(body.document)
    let count = 1
    while (all.includes(`"new-${count}"`)) count++
    return `new-${count}`
  }
  return (
    <form
      class="form"
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label={`${TITLES[write]} ${type}`}
    >
      <Fields
        filling={{ known, ask, errors, faults, search, fresh, planned }}
        inputs={inputs}
        place=""
        owner={id === undefined ? undefined : { type, id }}
        typed={typed}
        stored={stored}
        setTyped={setTyped}
        depth={1}
      />
      {inputs.length === 0 && <p class="empty">No input is needed.</p>}
      <BodyEditor
        text={draft ?? JSON.stringify(body.document, null, 2)}
        read={read}
        change={edit}
        complete={(text, caret) => completionAt(known, { type, id, inputs }, text, caret)}
        other={read?.kind === 'document' ? otherForm(read.document) : undefined}
      />
      <OtherErrors errors={errors[''] ?? []} advice={adviceOf(last?.outcome)} />
      {protection.view}
      <div class="row">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          {id === undefined ? 'Create record' : 'Save'}
        </button>
        <ListButton list={list} edited={edited} act={listed} />
        {isOutdated && (
          <button
            type="button"
            onClick={() => {
              setLast(undefined)
              readAgain()
            }}
          >
            Read the record again
          </button>
        )}
        <button type="button" class="quiet" onClick={() => setTyped(NOTHING_TYPED)}>
          Start again
        </button>
        {outcome?.kind === 'answered' && outcome.status < 300 && (
          <span class="hint" role="status">
            {id === undefined ? 'Created.' : 'Saved.'}
          </span>
        )}
        {notice !== '' && (
          <span class="hint" role="status">
            {notice}
          </span>
        )}
        {isListed && (
          <button type="button" class="link" onClick={openOperations}>
            Open the operations
          </button>
        )}
      </div>
    </form>
  )
}

type Linking = Pick<Writing, 'known' | 'ask' | 'send'> & { readonly type: string; readonly id: string }

function Links({ known, ask, send, type, id, names }: Linking & { readonly names: readonly string[] }) {
  return (
    <div class="form">
      {names.map((name) => (
        <LinksOf key={name} known={known} ask={ask} send={send} type={type} id={id} name={name} />
      ))}
    </div>
  )
}

function LinksOf({ known, ask, send, type, id, name }: Linking & { readonly name: string }) {
  const relationship = resourceOf(known, type)?.relationships[name]
  const [linked, setLinked] = useState<LinkedRecords | undefined>(undefined)
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
      {linked?.identifiers.length === 0 && <p class="hint">Nothing that you can see is linked.</p>}
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

function Deletion({
  known,
  ask,
  send,
  list,
  edited,
  type,
  id,
}: Omit<Writing, 'planned' | 'prepare'> & { readonly type: string; readonly id: string }) {
  const [said, setSaid] = useState('')
  const { tag } = useStored(ask, { type, id }, NO_INPUTS)
  const protection = useProtection(known, tag)
  const destroy = async (event: Event): Promise<void> => {
    event.preventDefault()
    const outcome = await send('DELETE', pathOf({ type, id }), undefined, protection.headers)
    const isDone = outcome.kind === 'answered' && outcome.status < 400
    setSaid(isDone ? 'Deleted.' : (adviceOf(outcome) ?? saidOf(outcome)))
    if (isDone) protection.renew()
  }
  const listed = (): void => {
    list?.({ method: 'DELETE', target: { type, id } })
    setSaid('Added to the operations.')
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
      {protection.view}
      <div class="row">
        <button type="submit" class="danger">
          Delete record
        </button>
        <ListButton list={list} edited={edited} act={listed} />
        {said !== '' && <span role="status">{said}</span>}
      </div>
    </form>
  )
}

const NO_INPUTS: readonly Input[] = []
