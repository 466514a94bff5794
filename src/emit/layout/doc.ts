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
  /** The text if the group is on one line. */
  readonly flat: '' | ' '
}

interface IfBreak {
  readonly kind: 'if-break'
  readonly broken: string
}

/** A space, or a new line if the enclosing group does not fit. */
export const line: Doc = Object.freeze({ kind: 'line', flat: ' ' })

/** Nothing, or a new line if the enclosing group does not fit. */
export const softline: Doc = Object.freeze({ kind: 'line', flat: '' })

/** Content on one line if it fits; otherwise, broken at each of its own line breaks. */
export function group(...content: readonly Doc[]): Doc {
  return { kind: 'group', content }
}

/** Content whose new lines are indented by two more spaces. */
export function indent(...content: readonly Doc[]): Doc {
  return { kind: 'indent', content }
}

/** Text that appears only if the group is broken, such as a trailing comma. */
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
 * The line end inside laid-out text until the file is printed. TypeScript treats it as a line end, but ts-morph does
 * not. ts-morph would indent every subsequent line of a type or an initializer, even its closing brace, which no
 * formatter does. Our literals and comments escape the character, so it has no other meaning.
 */
export const LINE_END = '\u2028'

/** Cleans up the printed text of a file: laid-out lines get ordinary line ends, and empty blocks are put on one line. */
export function settled(text: string): string {
  return text.replaceAll(/ ?\u2028/g, '\n').replaceAll('{\n}', '{}')
}

/** The position of a doc. */
export interface Place {
  /** The indentation of its lines, in levels. */
  readonly depth: number
  /** The number of columns between the indentation and the start of its first line. */
  readonly before?: number
  /** The number of columns after its last line. */
  readonly after?: number
}

interface Frame {
  readonly doc: Doc
  readonly depth: number
  readonly broken: boolean
}

/** Lays out a doc. The first line is not indented, because text may precede it. */
export function layOut(doc: Doc, { depth, before = 0, after = 0 }: Place): string {
  const flat = flatText(doc)
  if (depth * 2 + before + flat.length + after <= WIDTH) return flat
  const broken = layOutBroken([doc, ' '.repeat(after)], depth, depth * 2 + before)
  return broken.slice(0, broken.length - after)
}

// Nearly every line fits, so this usually avoids the search for breaks.
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
