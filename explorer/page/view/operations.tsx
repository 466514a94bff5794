import { useState } from 'preact/hooks'
import { isObject, type JsonObject } from '../model/json.js'
import {
  ATOMIC_HEADERS,
  type OperationError,
  operationErrors,
  OPERATIONS_PATH,
  operationsDocument,
  titleOf,
} from '../model/operations.js'
import { cut } from '../model/search.js'
import type { Outcome } from '../model/send.js'
import type { Writing } from './field.js'
import { adviceOf, useProtection } from './protection.js'

/** The operations that one request sends, in order. */
export function Operations({
  known,
  send,
  operations,
  set,
  edit,
}: Pick<Writing, 'known' | 'send'> & {
  readonly operations: readonly JsonObject[]
  readonly set: (operations: readonly JsonObject[]) => void
  /** Opens the form of an operation; undefined if no form can send it. */
  readonly edit: (index: number) => (() => void) | undefined
}) {
  const [last, setLast] = useState<
    { readonly outcome: Outcome; readonly sent: readonly JsonObject[] } | undefined
  >(undefined)
  const [isBusy, setBusy] = useState(false)
  const protection = useProtection(known)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (operations.length === 0 || isBusy) return
    setBusy(true)
    const document = operationsDocument(operations)
    const outcome = await send('POST', OPERATIONS_PATH, document, [...ATOMIC_HEADERS, ...protection.headers])
    setBusy(false)
    setLast({ outcome, sent: operations })
    if (outcome.kind === 'answered' && outcome.status < 300) {
      protection.renew()
      set([])
    }
  }
  const outcome = last?.outcome
  const errors = operationErrors(outcome?.kind === 'answered' ? outcome.document : undefined)
  const isDone = outcome?.kind === 'answered' && outcome.status < 300
  const move = (from: number, to: number): void => {
    const next = [...operations]
    next.splice(to, 0, ...next.splice(from, 1))
    set(next)
  }
  const others = [...(errors.get(-1) ?? []).map(({ text }) => text), adviceOf(outcome) ?? []].flat()
  return (
    <form class="form" aria-label="Operations" onSubmit={(event) => void submit(event)}>
      {isDone && operations.length === 0 && <p role="status">Done: {counted(last?.sent.length ?? 0)}.</p>}
      {operations.length === 0 ? (
        <p class="empty">
          Operations are writes that succeed or fail together. Fill in a form in “Write”, and choose “Add to
          the operations”.
        </p>
      ) : (
        <ol class="past" aria-label="The operations">
          {operations.map((operation, index) => {
            // Errors stay with their operation, even if it has been moved since it was sent.
            const at = last?.sent.indexOf(operation) ?? -1
            const title = `${index + 1}. ${titleOf(operation)}`
            return (
              <Listed
                key={index}
                title={title}
                operation={operation}
                errors={at === -1 ? [] : (errors.get(at) ?? [])}
              >
                <Act label={`Move ${title} up`} act={index > 0 && (() => move(index, index - 1))}>
                  ↑
                </Act>
                <Act
                  label={`Move ${title} down`}
                  act={index < operations.length - 1 && (() => move(index, index + 1))}
                >
                  ↓
                </Act>
                <Act label={`Edit ${title}`} act={edit(index)}>
                  Edit
                </Act>
                <Act
                  label={`Remove ${title}`}
                  act={() => set(operations.filter((_, other) => other !== index))}
                >
                  ×
                </Act>
              </Listed>
            )
          })}
        </ol>
      )}
      {others.length > 0 && (
        <p class="error" role="alert">
          {others.join(' ')}
        </p>
      )}
      {operations.length > 0 && (
        <>
          {protection.view}
          <div class="row">
            <button type="submit" class="primary" disabled={isBusy}>
              Send {counted(operations.length)}
            </button>
            <button type="button" class="quiet" onClick={() => set([])}>
              Remove all
            </button>
          </div>
        </>
      )}
    </form>
  )
}

const counted = (count: number): string => `${count} ${count === 1 ? 'operation' : 'operations'}`

function Act({
  label,
  act,
  children,
}: {
  readonly label: string
  readonly act: (() => void) | false | undefined
  readonly children: string
}) {
  return (
    <button type="button" class="quiet" aria-label={label} disabled={!act} onClick={() => act && act()}>
      {children}
    </button>
  )
}

function Listed({
  title,
  operation,
  errors,
  children,
}: {
  readonly title: string
  readonly operation: JsonObject
  readonly errors: readonly OperationError[]
  readonly children: preact.ComponentChildren
}) {
  const { data } = operation
  const { attributes, relationships } = isObject(data) ? data : {}
  const members = [attributes, relationships].flatMap((of) => (isObject(of) ? Object.entries(of) : []))
  const missing = errors.filter(({ member }) => !members.some(([name]) => name === member))
  return (
    <li class={errors.length > 0 ? 'invalid' : ''}>
      <div class="head">
        <h3>{cut(title, 100)}</h3>
        <span>{children}</span>
      </div>
      <dl class="pairs">
        {members.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {cut(textOf(value), 200)}
              <Errors of={errors.filter(({ member }) => member === name)} />
            </dd>
          </div>
        ))}
      </dl>
      <Errors of={missing} />
    </li>
  )
}

function Errors({ of }: { readonly of: readonly OperationError[] }) {
  if (of.length === 0) return null
  return (
    <p class="error" role="alert">
      {of.map(({ text }) => text).join(' ')}
    </p>
  )
}

/** A value, or the records that a relationship names. */
function textOf(value: unknown): string {
  const data = isObject(value) && 'data' in value ? value['data'] : undefined
  if (data === undefined) return typeof value === 'string' ? value : JSON.stringify(value)
  const records = (Array.isArray(data) ? data : [data]).map((each: unknown) =>
    isObject(each) ? `${each['type']} ${each['id'] ?? each['lid']}` : 'null',
  )
  return records.join(', ')
}
