import { useMemo, useState } from 'preact/hooks'
import { ownBody } from '../model/body.js'
import { errorsByPath } from '../model/field-errors.js'
import { NOTHING_TYPED, ownInputs, type Typed } from '../model/inputs.js'
import { pathOf } from '../model/print-url.js'
import type { Outcome } from '../model/send.js'
import { Fields, focusInvalid, type Keeping, OtherErrors, type Writing } from './field.js'
import { adviceOf, useProtection } from './protection.js'

/** The form for a type's custom action: its input, for a record or for the collection. */
export function OwnAction({
  known,
  ask,
  send,
  type,
  id,
  name,
  keeping,
}: Pick<Writing, 'known' | 'ask' | 'send'> & {
  readonly type: string
  readonly id?: string
  readonly name: string
  readonly keeping: Keeping
}) {
  const inputs = useMemo(() => ownInputs(known, type, name), [known, type, name])
  const [typed, setOwn] = useState<Typed>(keeping.before.typed)
  const [faults, setFaults] = useState<{ readonly [member: string]: string }>({})
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const protection = useProtection(known)
  const setTyped = (next: Typed): void => {
    setOwn(next)
    keeping.keep({ typed: next })
  }
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (isBusy) return
    const body = ownBody(inputs, typed)
    setFaults(body.faults)
    if (Object.keys(body.faults).length > 0) {
      focusInvalid()
      return
    }
    setBusy(true)
    const at = pathOf({ type, ...(id !== undefined && { id }) })
    const next = await send('POST', `${at}/-actions/${name}`, body.document, protection.headers)
    setBusy(false)
    setOutcome(next)
    if (next.kind === 'answered' && next.status < 400) {
      setTyped(NOTHING_TYPED)
      protection.renew()
    } else focusInvalid()
  }
  const errors = useMemo(
    () =>
      outcome?.kind === 'answered'
        ? errorsByPath(known, inputs, { typed, places: [] }, outcome.document)
        : {},
    [known, inputs, outcome],
  )
  const { description } = known.contract.resources[type]?.ownActions?.[name] ?? {}
  return (
    <form class="form" noValidate onSubmit={(event) => void submit(event)} aria-label={`${name} ${type}`}>
      {description !== undefined && <p class="hint">{description}</p>}
      <Fields
        filling={{ known, ask, errors, faults, search: () => undefined, fresh: () => '', planned: [] }}
        inputs={inputs}
        place=""
        owner={undefined}
        typed={typed}
        stored={NOTHING_TYPED}
        setTyped={setTyped}
        depth={0}
      />
      {inputs.length === 0 && <p class="empty">No input is needed.</p>}
      <OtherErrors errors={errors[''] ?? []} advice={adviceOf(outcome)} />
      {protection.view}
      <div class="row">
        <button type="submit" class="primary" aria-disabled={isBusy}>
          Run {name}
        </button>
        {outcome?.kind === 'answered' && outcome.status < 300 && (
          <span class="hint" role="status">
            Done.
          </span>
        )}
      </div>
    </form>
  )
}
