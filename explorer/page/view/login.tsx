import { useEffect, useRef } from 'preact/hooks'

/** A login header. */
export type Header = readonly [name: string, value: string]

/** The headers of every request. They are kept only in the memory of the tab. */
export function Login({
  headers,
  set,
  close,
}: {
  readonly headers: readonly Header[]
  readonly set: (headers: readonly Header[]) => void
  readonly close: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const shown = headers.length > 0 ? headers : [['Authorization', ''] as const]
  const change = (index: number, header: Header): void =>
    set(shown.map((each, at) => (at === index ? header : each)))
  return (
    <dialog ref={dialog} aria-labelledby="login-title" onClose={close}>
      <form method="dialog">
        <h2 id="login-title">Login</h2>
        <p>
          These headers are sent with every request. They are kept only in the memory of this tab. Cookies for
          this site are sent automatically.
        </p>
        {shown.map(([name, value], index) => (
          <div class="row" key={index}>
            <input
              type="text"
              aria-label="Name of the header"
              autocomplete="off"
              spellcheck={false}
              value={name}
              onInput={({ currentTarget }) => change(index, [currentTarget.value, value])}
            />
            <input
              type="password"
              aria-label={`Value of ${name}`}
              placeholder="Bearer …"
              autocomplete="off"
              spellcheck={false}
              value={value}
              onInput={({ currentTarget }) => change(index, [name, currentTarget.value])}
            />
            <button
              type="button"
              class="quiet remove"
              aria-label={`Remove ${name}`}
              onClick={() => set(shown.filter((_, at) => at !== index))}
            >
              ×
            </button>
          </div>
        ))}
        <div class="row">
          <button type="button" class="quiet" onClick={() => set([...shown, ['', '']])}>
            Add a header
          </button>
          <span class="space" />
          <button type="button" class="quiet" onClick={() => set([])}>
            Log out
          </button>
          <button type="submit" class="primary">
            Done
          </button>
        </div>
      </form>
    </dialog>
  )
}
