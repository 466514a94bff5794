import type { Outcome } from '../model/send.js'
import { cut } from '../model/search.js'
import { badgeOf, sizeOf } from './answer.js'

/** A request that was sent, and its outcome. */
export interface Past {
  readonly number: number
  readonly at: Date
  /** Below the API's URL. */
  readonly url: string
  readonly outcome: Outcome
}

/** The maximum number of requests in the history, because each keeps its response in memory. */
export const MOST_PAST = 50

/** The requests that this tab sent, the latest first. */
export function History({
  past,
  shown,
  show,
  clear,
}: {
  readonly past: readonly Past[]
  readonly shown: Outcome | undefined
  readonly show: (past: Past) => void
  readonly clear: () => void
}) {
  if (past.length === 0) {
    return <p class="empty">The requests that you send are listed here, with their responses.</p>
  }
  return (
    <>
      <ul class="past" aria-label="Requests">
        {past.toReversed().map((each) => {
          const { number, at, url, outcome } = each
          const { kind, text } = badgeOf(outcome)
          return (
            <li key={number}>
              <button type="button" aria-pressed={outcome === shown} onClick={() => show(each)}>
                <span class="row">
                  <span class="method">{outcome.request.method}</span>
                  <span class={`badge ${kind}`}>{text}</span>
                  <span class="hint">
                    {Math.round(outcome.milliseconds)} ms
                    {outcome.kind === 'answered' && `, ${sizeOf(outcome.bytes)}`}, {at.toLocaleTimeString()}
                  </span>
                </span>
                <code>{cut(url, 300)}</code>
              </button>
            </li>
          )
        })}
      </ul>
      <div class="row">
        <button type="button" class="quiet" onClick={clear}>
          Clear the history
        </button>
        <span class="hint">
          The last {MOST_PAST} requests, kept in the memory of this tab. Choosing one shows its response and
          fills in the same request.
        </span>
      </div>
    </>
  )
}
