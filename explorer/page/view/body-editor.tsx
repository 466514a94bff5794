import { useRef, useState } from 'preact/hooks'
import type { Completion, CompletionOption } from '../model/complete.js'
import type { ReadBody } from '../model/read-body.js'

/** The body of a form as text. Changes of the text change the form. */
export function BodyEditor({
  text,
  read,
  change,
  complete,
  other,
}: {
  readonly text: string
  /** The meaning of the edited text. */
  readonly read: ReadBody | undefined
  readonly change: (text: string) => void
  readonly complete: (text: string, caret: number) => Completion | undefined
  /** The form that the text belongs to, if it is a different one. */
  readonly other: { readonly title: string; readonly open: () => void } | undefined
}) {
  const isInvalid = read?.kind === 'invalid'
  const area = useRef<HTMLTextAreaElement>(null)
  const [found, setFound] = useState<Completion | undefined>(undefined)
  /** The position of the chosen option; -1 if none was chosen with an arrow key. */
  const [chosen, setChosen] = useState(-1)
  const look = (): void => {
    const { value, selectionStart, selectionEnd } = area.current ?? {}
    setChosen(-1)
    setFound(
      value !== undefined && selectionStart !== undefined && selectionStart === selectionEnd
        ? complete(value, selectionStart)
        : undefined,
    )
  }
  const take = ({ insert, back }: CompletionOption): void => {
    const element = area.current
    if (!element || !found) return
    element.focus()
    element.setSelectionRange(found.from, found.to)
    // Inserting text, unlike setting a new value, can be undone with the keyboard.
    document.execCommand('insertText', false, insert)
    const caret = found.from + insert.length - back
    element.setSelectionRange(caret, caret)
    look()
  }
  const { options = [], isBegun = false } = found ?? {}
  const key = (event: KeyboardEvent): void => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      look()
      return
    }
    if (options.length === 0) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const option = options[chosen] ?? (isBegun ? options[0] : undefined)
    if (step !== 0) {
      setChosen((Math.max(chosen, step === 1 ? -1 : 0) + step + options.length) % options.length)
    } else if (event.key === 'Escape') setFound(undefined)
    else if (event.key === 'Enter' && option) take(option)
    else return
    event.preventDefault()
  }
  return (
    <div class={isInvalid ? 'field invalid' : 'field'}>
      <label for="body-editor">Body of the request</label>
      <textarea
        id="body-editor"
        ref={area}
        rows={Math.min(24, Math.max(6, text.split('\n').length))}
        spellcheck={false}
        autocomplete="off"
        aria-describedby="body-editor-hint"
        aria-invalid={isInvalid}
        aria-autocomplete="list"
        aria-controls={options.length > 0 ? 'body-editor-options' : undefined}
        aria-activedescendant={chosen >= 0 ? `body-editor-option-${chosen}` : undefined}
        value={text}
        onInput={({ currentTarget }) => {
          change(currentTarget.value)
          look()
        }}
        onKeyDown={key}
        onBlur={() => setFound(undefined)}
      />
      {options.length > 0 && (
        <ul class="found" role="listbox" id="body-editor-options" aria-label="What you can write here">
          {options.map((option, index) => (
            <li
              key={option.label}
              id={`body-editor-option-${index}`}
              role="option"
              aria-selected={index === chosen}
              // The focus stays in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => take(option)}
            >
              {option.label} <span class="hint">{option.hint}</span>
            </li>
          ))}
        </ul>
      )}
      <p class={isInvalid ? 'error' : 'hint'} id="body-editor-hint" aria-live="polite">
        {read === undefined || read.kind === 'form'
          ? 'The form and this text are the same document: edit either, or paste one. Press Ctrl+Space to see what you can write.'
          : read.kind === 'document'
            ? `${read.fault} The text is sent as is; the form does not show it.`
            : read.fault}
      </p>
      {other && (
        <button type="button" onClick={other.open}>
          {other.title}
        </button>
      )}
    </div>
  )
}
