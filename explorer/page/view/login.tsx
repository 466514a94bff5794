import { useEffect, useRef, useState } from 'preact/hooks'
import type { ExplorerLogin, FormLogin } from '../../src/login.js'
import { loginProblem } from '../model/login-problem.js'
import { cut } from '../model/search.js'
import type { Outcome } from '../model/send.js'
import type { Viewer } from '../model/viewer.js'

/** A login header. */
export type Header = readonly [name: string, value: string]

/** Sends a request to a path of the application, with its cookies. */
export type Call = (method: string, path: string, body?: object) => Promise<Outcome>

/** The logged-in user, and the ways to log in: those that the API declares, and headers. */
export function Login({
  login,
  viewer,
  headers,
  set,
  call,
  changed,
  close,
}: {
  readonly login: ExplorerLogin | undefined
  readonly viewer: Viewer | undefined
  readonly headers: readonly Header[]
  readonly set: (headers: readonly Header[]) => void
  readonly call: Call
  /** Called after a different user may have logged in. */
  readonly changed: () => void
  readonly close: () => void
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const before = useRef(JSON.stringify(headers))
  const finish = (): void => {
    if (JSON.stringify(headers) !== before.current) changed()
    close()
  }
  const done = (): void => {
    changed()
    dialog.current?.close()
  }
  return (
    <dialog ref={dialog} aria-labelledby="login-title" onClose={finish}>
      <h2 id="login-title">Login</h2>
      <p role="status">
        {viewer && (
          <>
            Logged in as <strong>{cut(viewer.name, 200)}</strong>.
          </>
        )}
      </p>
      {login?.by === 'form' && (
        <LoginForm
          login={login}
          isLoggedIn={viewer !== undefined || login.viewer === undefined}
          call={call}
          done={done}
        />
      )}
      {login?.by === 'link' && (
        <p>
          <a href={login.href} target="_blank" rel="noopener">
            Log in on another page
          </a>
          , then{' '}
          <button type="button" class="link" onClick={done}>
            reload the contract
          </button>
          .
        </p>
      )}
      <form method="dialog">
        <details open={login === undefined || login.by === 'header' || headers.length > 0}>
          <summary>Headers</summary>
          <Headers login={login} headers={headers} set={set} />
        </details>
        <div class="row">
          <span class="space" />
          <button type="submit" class={login?.by === 'form' ? '' : 'primary'}>
            Done
          </button>
        </div>
      </form>
    </dialog>
  )
}

/** The headers of every request. They are kept only in the memory of the tab. */
function Headers({
  login,
  headers,
  set,
}: {
  readonly login: ExplorerLogin | undefined
  readonly headers: readonly Header[]
  readonly set: (headers: readonly Header[]) => void
}) {
  const { name: preset = 'Authorization', example = 'Bearer …' } = login?.by === 'header' ? login : {}
  const shown = headers.length > 0 ? headers : [[preset, ''] as const]
  const change = (index: number, header: Header): void =>
    set(shown.map((each, at) => (at === index ? header : each)))
  return (
    <>
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
            placeholder={name === preset ? example : ''}
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
          Remove all headers
        </button>
      </div>
    </>
  )
}

const INPUTS = { text: { type: 'text' }, email: { type: 'email' }, password: { type: 'password' } } as const

function LoginForm({
  login: { post, fields, people = {}, logout },
  isLoggedIn,
  call,
  done,
}: {
  readonly login: FormLogin
  readonly isLoggedIn: boolean
  readonly call: Call
  readonly done: () => void
}) {
  const [values, setValues] = useState<{ readonly [field: string]: string }>({})
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [isBusy, setBusy] = useState(false)
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    setBusy(true)
    const found = loginProblem(await call(method, path, body))
    setBusy(false)
    setProblem(found)
    if (found === undefined) done()
  }
  return (
    <>
      {Object.keys(people).length > 0 && (
        <>
          <p class="hint">Log in as</p>
          <ul class="found" aria-label="People">
            {Object.entries(people).map(([name, person]) => (
              <li key={name}>
                <button type="button" disabled={isBusy} onClick={() => void send('POST', post, person)}>
                  {name}
                </button>
              </li>
            ))}
          </ul>
          <p class="hint">or with</p>
        </>
      )}
      <form
        aria-label="Log in"
        onSubmit={(event) => {
          event.preventDefault()
          const chosen = Object.entries(fields).map(([name, kind]) => [
            name,
            values[name] ?? (typeof kind === 'string' ? '' : (kind[0] ?? '')),
          ])
          void send('POST', post, Object.fromEntries(chosen))
        }}
      >
        <div class="grid">
          {Object.entries(fields).map(([name, kind]) => (
            <label key={name}>
              {name}
              {typeof kind === 'string' ? (
                <input
                  {...INPUTS[kind]}
                  autocomplete="off"
                  required
                  value={values[name] ?? ''}
                  onInput={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
                />
              ) : (
                <select
                  value={values[name] ?? kind[0]}
                  onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
                >
                  {kind.map((choice) => (
                    <option key={choice} value={choice}>
                      {choice}
                    </option>
                  ))}
                </select>
              )}
            </label>
          ))}
        </div>
        {problem !== undefined && (
          <p class="problem" role="alert">
            {problem}
          </p>
        )}
        <div class="row">
          <button type="submit" class="primary" disabled={isBusy}>
            Log in
          </button>
          {logout && isLoggedIn && (
            <button
              type="button"
              class="quiet"
              disabled={isBusy}
              onClick={() => void send(logout.method, logout.path)}
            >
              Log out
            </button>
          )}
        </div>
      </form>
    </>
  )
}
