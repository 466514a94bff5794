import type { DocLine } from '../scan/blocks.js'

/**
 * The documentation above a declaration, separated into prose and annotations, which are on lines of their own. Other
 * generators' annotations are neither: `@zod.email()`, `@HideField()`, `[Settings]`, `![{ theme: string }]`.
 */
export interface Docs {
  readonly prose: string | undefined
  readonly annotations: readonly AnnotationText[]
}

/** The text of one annotation: one line, or several while a bracket is open. */
export interface AnnotationText {
  readonly lines: readonly DocLine[]
}

/** Whether a line uses our namespace, correctly or not. */
export function isAnnotation(line: DocLine): boolean {
  return /@jsonapi\b/i.test(line.text)
}

// Documentation tags, which readers and editors know.
const TAGS =
  /^@(?:author|defaultValue|deprecated|example|experimental|internal|link|remarks|see|since|todo)\b/

function isOfOthers(line: string): boolean {
  const text = line.trim()
  if (text.startsWith('@')) return !TAGS.test(text)
  return /^!?\[[^\]]*\](?:\s*@.*)?$/.test(text)
}

/** Separates annotations from documentation. */
export function separate(lines: readonly DocLine[]): Docs {
  const prose: string[] = []
  const annotations: AnnotationText[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]
    if (line === undefined) break
    const isOurs = isAnnotation(line)
    if (!isOurs && !isOfOthers(line.text)) {
      prose.push(line.text)
      continue
    }
    const group = [line]
    let next = lines[at + 1]
    while (next !== undefined && openBrackets(group) > 0 && !isAnnotation(next)) {
      group.push(next)
      at++
      next = lines[at + 1]
    }
    if (isOurs) annotations.push({ lines: group })
  }
  const text = prose.join('\n').trim()
  return { prose: text === '' ? undefined : text, annotations }
}

/** The prose of the documentation above a declaration. */
export function proseOf(lines: readonly DocLine[]): string | undefined {
  return separate(lines).prose
}

function openBrackets(lines: readonly DocLine[]): number {
  let open = 0
  for (const { text } of lines) {
    let inString = false
    for (let at = 0; at < text.length; at++) {
      const character = text.charAt(at)
      if (inString && character === '\\') at++
      else if (character === '"') inString = !inString
      else if (!inString && '([{'.includes(character)) open++
      else if (!inString && ')]}'.includes(character)) open--
    }
  }
  return open
}
