import { useState } from 'preact/hooks'
import type { Known } from '../model/contract.js'
import { isObject } from '../model/json.js'
import type { Outcome } from '../model/send.js'

/** The headers that protect a write from happening twice, or from overwriting a change. */
export interface Protection {
  readonly headers: readonly (readonly [name: string, value: string])[]
  /** Chooses a new key, after a write. */
  readonly renew: () => void
  readonly view: preact.ComponentChildren
}

/**
 * Offers the headers that the API accepts.
 *
 * @param tag the entity tag of the record that the form has read
 */
export function useProtection({ settings }: Known, tag?: string): Protection {
  const [key, setKey] = useState(newKey)
  const [hasKey, setHasKey] = useState(true)
  const [isMatching, setMatching] = useState(true)
  const sendsKey = settings.idempotency && hasKey
  const sent = tag !== undefined && isMatching ? tag : undefined
  const view =
    settings.idempotency || tag !== undefined ? (
      <details class="fields">
        <summary>
          Headers{' '}
          <span class="hint">
            {[...(sendsKey ? ['Idempotency-Key'] : []), ...(sent === undefined ? [] : ['If-Match'])].join(
              ', ',
            )}
          </span>
        </summary>
        {settings.idempotency && (
          <div class="row">
            <Header name="Idempotency-Key" value={key} isSent={hasKey} choose={setHasKey} />
            <button type="button" class="quiet" onClick={() => setKey(newKey())}>
              New key
            </button>
            <p class="hint">A request that is sent again with the same key is executed only once.</p>
          </div>
        )}
        {tag !== undefined && (
          <div class="row">
            <Header name="If-Match" value={tag} isSent={isMatching} choose={setMatching} />
            <p class="hint">Nothing is written if somebody has changed the record in the meantime.</p>
          </div>
        )}
      </details>
    ) : null
  return {
    headers: [
      ...(sendsKey ? ([['idempotency-key', key]] as const) : []),
      ...(sent === undefined ? [] : ([['if-match', sent]] as const)),
    ],
    renew: () => setKey(newKey()),
    view,
  }
}

interface HeaderProps {
  readonly name: string
  readonly value: string
  readonly isSent: boolean
  readonly choose: (isSent: boolean) => void
}

/** An optional header. */
const Header = ({ name, value, isSent, choose }: HeaderProps) => (
  <label class="check">
    <input type="checkbox" checked={isSent} onChange={({ currentTarget }) => choose(currentTarget.checked)} />
    {name} <code>{value}</code>
  </label>
)

/** Advice for a write that these headers prevented, or whose response was lost; undefined for any other write. */
export function adviceOf(outcome: Outcome | undefined): string | undefined {
  if (!outcome) return undefined
  const hasKey = outcome.request.headers.some(([name]) => name === 'idempotency-key')
  if (outcome.kind === 'refused') {
    return hasKey ? 'Send the request again: because of its key, it is executed only once.' : undefined
  }
  const { status, headers, document } = outcome
  if (status === 412) {
    return 'Somebody has changed this record since the form read it, so nothing was written. Read it again, and then save your changes.'
  }
  if (status === 409 && hasKey && headers.some(([name]) => name === 'retry-after')) {
    return 'The first request with this key is still running. Send the request again later to receive the response.'
  }
  return status === 422 && hasKey && isAboutKey(document)
    ? 'This key was sent with a different request: choose “New key” under “Headers”.'
    : undefined
}

const isAboutKey = (document: unknown): boolean =>
  isObject(document) &&
  Array.isArray(document['errors']) &&
  document['errors'].some((error) => isObject(error) && error['code'] === 'idempotency_key_reused')

/** A random key. Pages without TLS have no `randomUUID`. */
const newKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
