import type { ReadBody } from '../model/read-body.js'

/** The body of a form as text. Changes to the text change the form. */
export function BodyEditor({
  text,
  read,
  change,
}: {
  readonly text: string
  /** The meaning of the text after it was edited. */
  readonly read: ReadBody | undefined
  readonly change: (text: string) => void
}) {
  const isInvalid = read?.kind === 'invalid'
  return (
    <div class={isInvalid ? 'field invalid' : 'field'}>
      <label for="body-editor">Body of the request</label>
      <textarea
        id="body-editor"
        rows={Math.min(24, Math.max(6, text.split('\n').length))}
        spellcheck={false}
        autocomplete="off"
        aria-describedby="body-editor-hint"
        aria-invalid={isInvalid}
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
      <p class={isInvalid ? 'error' : 'hint'} id="body-editor-hint" aria-live="polite">
        {read === undefined || read.kind === 'form'
          ? 'The form and this text show the same document: edit either of them, or paste a document.'
          : read.kind === 'document'
            ? `${read.fault} The text is sent unchanged; the form does not show it.`
            : read.fault}
      </p>
    </div>
  )
}
