import { useMemo, useState } from 'preact/hooks'
import { hashOf } from '../model/address.js'
import { prettyJson } from '../model/json.js'
import { type JsonLine, jsonLines, unfolded } from '../model/json-lines.js'
import { followed } from '../model/links.js'
import type { Answered } from '../model/send.js'
import { cut } from '../model/search.js'
import type { Showing } from './answer.js'
import { Copy } from './parts.js'

const LINES = 2000
const LINE = 2000

/** The document as JSON. Objects and lists can be folded, and links of the API can be followed. */
export function Document({ outcome, place, go }: Showing & { readonly outcome: Answered }) {
  const { document, text } = outcome
  const pretty = useMemo(() => (document === undefined ? text : prettyJson(text)), [document, text])
  return (
    <div class="code json">
      <Copy text={pretty} what="the document" />
      <Json
        // Each document has its own folds.
        key={pretty}
        pretty={pretty}
        isJson={document !== undefined}
        follow={(href) => followed(href, place)}
        go={go}
      />
    </div>
  )
}

interface Following {
  readonly follow: (href: string) => string | undefined
  readonly go: (url: string) => void
}

function Json({
  pretty,
  isJson,
  ...following
}: Following & { readonly pretty: string; readonly isJson: boolean }) {
  const [count, setCount] = useState(LINES)
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const lines = useMemo(() => (isJson ? jsonLines(pretty) : plainLines(pretty)), [pretty, isJson])
  const visible = useMemo(() => unfolded(lines, folded), [lines, folded])
  const toggle = (index: number): void => {
    const next = new Set(folded)
    if (!next.delete(index)) next.add(index)
    setFolded(next)
  }
  const records = lines.flatMap(({ end, indent }, index) =>
    end !== undefined && indent.length === 4 ? [index] : [],
  )
  return (
    <>
      {records.length > 0 && (
        <p>
          <button
            type="button"
            class="quiet"
            onClick={() => setFolded(new Set(folded.size > 0 ? [] : records))}
          >
            {folded.size > 0 ? 'Unfold all' : 'Fold all'}
          </button>
        </p>
      )}
      <pre tabIndex={0} role="region" aria-label="The document">
        {visible.slice(0, count).map((index) => {
          const line = lines[index]
          return (
            line && (
              <Line
                key={index}
                line={line}
                closing={folded.has(index) && line.end !== undefined ? lines[line.end] : undefined}
                toggle={() => toggle(index)}
                {...following}
              />
            )
          )
        })}
      </pre>
      {visible.length > count && (
        <button type="button" class="quiet" onClick={() => setCount(count * 5)}>
          {visible.length - count} more lines
        </button>
      )}
    </>
  )
}

/** The lines of text that is not JSON. */
const plainLines = (text: string): readonly JsonLine[] =>
  text.split('\n').map((value) => ({ indent: '', key: '', value, kind: 'bracket', comma: '' }))

function Line({
  line: { indent, key, value, kind, comma, end },
  closing,
  toggle,
  follow,
  go,
}: Following & {
  readonly line: JsonLine
  /** The last line of the folded part. */
  readonly closing: JsonLine | undefined
  readonly toggle: () => void
}) {
  const shown = value.length > LINE ? `${cut(value, LINE)} … ${value.length - LINE} more characters` : value
  const href = /^"(https?:[^"\\]*)"$/.exec(value)?.[1]
  const url = href === undefined ? undefined : follow(href)
  return (
    <>
      {indent}
      {end !== undefined && (
        <button
          type="button"
          class="fold"
          aria-expanded={closing === undefined}
          aria-label={`Fold ${key === '' ? (value === '{' ? 'object' : 'list') : key.slice(1, -1)}`}
          onClick={toggle}
        >
          {closing ? '▸' : '▾'}
        </button>
      )}
      {key !== '' && (
        <>
          <span class="key">{cut(key, LINE)}</span>
          {': '}
        </>
      )}
      {url !== undefined ? (
        <a
          href={hashOf({ url, isByCursor: false })}
          onClick={(event) => {
            if (event.ctrlKey || event.metaKey || event.shiftKey) return
            event.preventDefault()
            go(url)
          }}
        >
          {shown}
        </a>
      ) : kind === 'bracket' ? (
        shown
      ) : (
        <span class={kind}>{shown}</span>
      )}
      {closing ? ` … ${closing.value}${closing.comma}\n` : `${comma}\n`}
    </>
  )
}
