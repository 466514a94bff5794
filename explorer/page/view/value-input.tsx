import type { ValueContract } from '@jsonapi-gen/runtime/vocabulary'
import { useRef } from 'preact/hooks'
import { choicesOf, controlOf } from '../model/values.js'

/** An input for a value of a type. It is controlled: it reports what is typed, and shows the value that it receives. */
export function ValueInput({
  type,
  text,
  change,
  label,
  placeholder,
  ...rest
}: {
  readonly type: ValueContract
  readonly text: string
  readonly change: (text: string) => void
  readonly label?: string
  readonly placeholder?: string
  readonly id?: string
  readonly required?: boolean
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: boolean
  readonly isLong?: boolean
  readonly isOne?: boolean
}) {
  const { isLong = false, isOne = false, ...others } = rest
  const shared = {
    ...others,
    ...(label !== undefined && { 'aria-label': label }),
    ...(placeholder !== undefined && { placeholder }),
  }
  const told = ({ currentTarget }: { readonly currentTarget: { readonly value: string } }): void =>
    change(currentTarget.value)
  const control = controlOf(type)
  const line = useRef<HTMLInputElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const isArea = useRef(false)
  // The element is not replaced while the user types, because the new one would not have the focus.
  const isTyping = [line.current, area.current].some(
    (each) => each !== null && each === document.activeElement,
  )
  if (!isTyping) isArea.current = text.length > 60 || text.includes('\n')
  if (control === 'choice') {
    // A form has a separate control for null; a filter lists null among the values.
    const choices = type.nullable && !isOne ? [...choicesOf(type), 'null'] : choicesOf(type)
    const shown = choices.includes(text) || text === '' ? choices : [...choices, text]
    return (
      <select {...shared} value={text} onChange={told}>
        <option value="">{isOne ? '' : '…'}</option>
        {shown.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  }
  if (isLong && (control === 'lines' || control === 'json')) {
    return <textarea {...shared} rows={3} value={text} onInput={told} spellcheck={false} />
  }
  if (isLong && control === 'text' && type.type === 'string' && isArea.current) {
    return <textarea {...shared} ref={area} rows={4} value={text} onInput={told} />
  }
  if (control === 'date' && (text === '' || /^\d{4}-\d\d-\d\d$/.test(text))) {
    return <input {...shared} type="date" value={text} onInput={told} />
  }
  return (
    <input
      placeholder={placeholderOf(type)}
      {...shared}
      ref={line}
      type="text"
      value={text}
      inputMode={control === 'number' ? 'decimal' : 'text'}
      autocomplete="off"
      spellcheck={false}
      onInput={told}
    />
  )
}

function placeholderOf({ type }: ValueContract): string {
  switch (type) {
    case 'datetime':
      return '2026-01-31T12:00:00Z'
    case 'date':
      return '2026-01-31'
    case 'bytes':
      return 'base64'
    default:
      return ''
  }
}
