import { useMemo, useState } from 'preact/hooks'
import { prettyJson } from '../model/json.js'
import { followed } from '../model/links.js'
import type { Answered } from '../model/send.js'
import type { Showing } from './answer.js'
import { Copy } from './parts.js'

const LINES = 2000
const LINE = 2000

/** The document as JSON, in which links of the API can be followed. */
export function Document({ outcome, place, go }: Showing & { readonly outcome: Answered }) {
  const { document, text } = outcome
  const [count, setCount] = useState(LINES)
  const pretty = useMemo(() => (document === undefined ? text : prettyJson(text)), [document, text])
  const lines = useMemo(() => pretty.split('\n'), [pretty])
  return (
    <div class="code">
      <Copy text={pretty} what="the document" />
      <pre tabIndex={0} role="region" aria-label="The document">
        {lines.slice(0, count).map((line, index) => (
          <Line key={index} line={line} follow={(href) => followed(href, place)} go={go} />
        ))}
      </pre>
      {lines.length > count && (
        <button type="button" class="quiet" onClick={() => setCount(count * 5)}>
          {lines.length - count} more lines
        </button>
      )}
    </div>
  )
}

function Line({
  line,
  follow,
  go,
}: {
  readonly line: string
  readonly follow: (href: string) => string | undefined
  readonly go: (url: string) => void
}) {
  const shown = line.length > LINE ? `${line.slice(0, LINE)} … ${line.length - LINE} more characters` : line
  const [, before = '', quoted = '', after = ''] =
    /^(\s*(?:"[^"]*": )?)"(https?:[^"\\]*)"(,?)$/.exec(shown) ?? []
  const url = quoted === '' ? undefined : follow(quoted)
  if (url === undefined) return <>{`${shown}\n`}</>
  return (
    <>
      {before}
      <button type="button" class="link" onClick={() => go(url)}>
        "{quoted}"
      </button>
      {`${after}\n`}
    </>
  )
}
