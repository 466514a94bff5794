/** A piece of code that may be laid out on one line or on several, as formatters of the Prettier family do. */
export type Doc = string | readonly Doc[] | Group | Indent | Line | IfBreak

interface Group {
  readonly kind: 'group'
  readonly content: Doc
}

interface Indent {
  readonly kind: 'indent'
  readonly content: Doc
}

interface Line {
  readonly kind: 'line'
  /** What stands here while the group is on one line. */
  readonly flat: '' | ' '
}

interface IfBreak {
  readonly kind: 'if-break'
  readonly broken: string
}

/** A blank, or a new line when the group around it does not fit. */
export const line: Doc = Object.freeze({ kind: 'line', flat: ' ' })

/** Nothing, or a new line when the group around it does not fit. */
export const softline: Doc = Object.freeze({ kind: 'line', flat: '' })

/** What is laid out on one line if it fits, and otherwise broken at all its own lines. */
export function group(...content: readonly Doc[]): Doc {
  return { kind: 'group', content }
}

/** Content whose new lines are two blanks further in. */
export function indent(...content: readonly Doc[]): Doc {
  return { kind: 'indent', content }
}

/** Text that stands only where the group is broken, as a trailing comma does. */
export function ifBreak(broken: string): Doc {
  return { kind: 'if-break', broken }
}

/** Docs with a separator between them. */
export function join(separator: Doc, docs: readonly Doc[]): Doc {
  const joined: Doc[] = []
  for (const doc of docs) {
    if (joined.length > 0) joined.push(separator)
    joined.push(doc)
  }
  return joined
}

/** The widest line of generated code. */
export const WIDTH: number = 110

/**
 * The line end of what is laid out here, until a file's text is settled: one to TypeScript, and nothing to ts-morph. Its
 * structures hang every further line of a type or an initializer one level in, and its closing brace too, which no
 * formatter would do. Our literals and comments escape the character, so that it stands for nothing else.
 */
export const LINE_END = '\u2028'

/** The text of a file as structures printed it: lines that were laid out here end as all others do, and nothing is empty over two lines. */
export function settled(text: string): string {
  return text.replaceAll(/ ?\u2028/g, '\n').replaceAll('{\n}', '{}')
}

/** Where a doc stands. */
export interface Place {
  /** How many levels its lines are in. */
  readonly depth: number
  /** How many columns stand between the indentation and its first line. */
  readonly before?: number
  /** How many columns follow its last line. */
  readonly after?: number
}

interface Frame {
  readonly doc: Doc
  readonly depth: number
  readonly broken: boolean
}

/** Lays a doc out. The first line is not indented, so that text can precede it. */
export function layOut(doc: Doc, { depth, before = 0, after = 0 }: Place): string {
  const flat = flatText(doc)
  if (depth * 2 + before + flat.length + after <= WIDTH) return flat
  const broken = layOutBroken([doc, ' '.repeat(after)], depth, depth * 2 + before)
  return broken.slice(0, broken.length - after)
}

// Nearly every line fits, and is not worth the search for where it would break.
function flatText(doc: Doc): string {
  if (typeof doc === 'string') return doc
  if (!('kind' in doc)) {
    let text = ''
    for (const each of doc) text += flatText(each)
    return text
  }
  switch (doc.kind) {
    case 'group':
    case 'indent':
      return flatText(doc.content)
    case 'line':
      return doc.flat
    case 'if-break':
      return ''
  }
}

function layOutBroken(doc: Doc, depth: number, start: number): string {
  const stack: Frame[] = [{ doc, depth, broken: true }]
  let text = ''
  let column = start
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    const { doc: current, depth: level, broken } = frame
    if (typeof current === 'string') {
      text += current
      column += current.length
    } else if (!('kind' in current)) {
      for (const each of current.toReversed()) stack.push({ doc: each, depth: level, broken })
    } else if (current.kind === 'indent') {
      stack.push({ doc: current.content, depth: level + 1, broken })
    } else if (current.kind === 'group') {
      const flat = { doc: current.content, depth: level, broken: false }
      const isFlat = fits(flat, stack, WIDTH - column)
      stack.push(isFlat ? flat : { ...flat, broken: true })
    } else if (current.kind === 'if-break') {
      if (broken) stack.push({ doc: current.broken, depth: level, broken })
    } else if (broken) {
      text += `${LINE_END}${'  '.repeat(level)}`
      column = level * 2
    } else {
      text += current.flat
      column += current.flat.length
    }
  }
  return text
}

// Whether a flat group, and what follows it up to the next line that breaks, ends within the width.
function fits(next: Frame, rest: readonly Frame[], width: number): boolean {
  const stack: Frame[] = [next]
  let left = width
  let following = rest.length
  while (left >= 0) {
    const frame = stack.pop() ?? rest[--following]
    if (frame === undefined) return true
    const { doc, broken } = frame
    if (typeof doc === 'string') left -= doc.length
    else if (!('kind' in doc)) for (const each of doc.toReversed()) stack.push({ ...frame, doc: each })
    else if (doc.kind === 'group') stack.push({ ...frame, doc: doc.content, broken: false })
    else if (doc.kind === 'indent') stack.push({ ...frame, doc: doc.content })
    else if (doc.kind === 'if-break') left -= broken ? doc.broken.length : 0
    else if (broken) return true
    else left -= doc.flat.length
  }
  return false
}
