import { createDiagnostic, type Diagnostic } from '../../diagnostic/diagnostic.js'
import { located, spanOf, type Located, type Span } from '../../source/source.js'
import type { Entry, MapTree, Tree } from '../../tree/tree.js'
import type { AnnotationText } from './docs.js'
import { tokensOf, type Token } from './tokens.js'

/** One annotation: `@jsonapi.filter(aliases: ["name"])` has the name `filter` and one named value. */
export interface Annotation {
  readonly name: Located<string>
  readonly positional: readonly Tree[]
  readonly named: MapTree
}

/** An annotation, or the reason why the text is not one. */
export type ParsedAnnotation =
  | { readonly ok: true; readonly annotation: Annotation }
  | { readonly ok: false; readonly diagnostic: Diagnostic }

const MAX_DEPTH = 32

/** Parses the text of an annotation. Invalid text causes a diagnostic (JG510), and is never treated as prose. */
export function parseAnnotation(text: AnnotationText): ParsedAnnotation {
  try {
    return { ok: true, annotation: new Parser(tokensOf(text)).annotation() }
  } catch (error) {
    if (error instanceof AnnotationFault) return { ok: false, diagnostic: error.diagnostic }
    throw error
  }
}

// Thrown only within this module, to bail out of nested values.
class AnnotationFault extends Error {
  readonly diagnostic: Diagnostic

  constructor(at: Span, message: string, help?: string, related?: Located<string>) {
    super(message)
    const notes = related === undefined ? [] : [{ at: related.at, message: related.value }]
    this.diagnostic = createDiagnostic(related === undefined ? 'JG510' : 'JG105', at, message, {
      help,
      related: notes,
    })
  }
}

class Parser {
  private readonly tokens: readonly Token[]
  private next = 0

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  annotation(): Annotation {
    const first = this.peek()
    if (!this.take('@')) throw new AnnotationFault(first.at, 'An annotation must be on its own line')
    const name = this.annotationName()
    const positional: Tree[] = []
    const entries: Entry[] = []
    const open = this.peek()
    if (this.take('(')) {
      this.items(')', () => {
        const item = this.argument(1)
        if ('key' in item) addEntry(entries, item)
        else positional.push(item)
      })
    }
    const end = this.peek()
    if (end.kind !== 'end') {
      throw new AnnotationFault(end.at, `Nothing may follow an annotation on the same line`)
    }
    const at = spanOf(open.at.source, open.at.start, end.at.start)
    return { name, positional, named: { kind: 'map', entries, at: entries.length === 0 ? name.at : at } }
  }

  // The lexer reads `jsonapi.filter` as one word, because a word may have dots.
  private annotationName(): Located<string> {
    const token = this.peek()
    if (token.kind === 'word' && token.text.startsWith('jsonapi.') && token.text.length > 8) {
      this.next++
      return located(token.text.slice(8), spanOf(token.at.source, token.at.start + 8, token.at.end))
    }
    throw new AnnotationFault(token.at, 'An annotation must be @jsonapi.name or @jsonapi.name(…)')
  }

  private argument(depth: number): Entry | Tree {
    const token = this.peek()
    const following = this.tokens[this.next + 1]
    const isKey = token.kind === 'word' || (token.kind === 'value' && typeof token.value === 'string')
    if (!isKey || following?.kind !== 'mark' || following.text !== ':') return this.value(depth)
    return this.entry(depth)
  }

  private entry(depth: number): Entry {
    const token = this.peek()
    const key = token.kind === 'word' ? token.text : token.kind === 'value' ? String(token.value) : undefined
    if (key === undefined) throw new AnnotationFault(token.at, 'Expected a name here')
    this.next++
    const colon = this.peek()
    if (!this.take(':')) throw new AnnotationFault(colon.at, `Expected ":" after "${key}"`)
    return { key, at: token.at, value: this.value(depth) }
  }

  private value(depth: number): Tree {
    const token = this.peek()
    if (depth > MAX_DEPTH) {
      throw new AnnotationFault(token.at, `Values are nested more than ${MAX_DEPTH} levels deep`)
    }
    this.next++
    if (token.kind === 'value') return { kind: 'scalar', value: token.value, at: token.at }
    if (token.kind === 'word') return { kind: 'scalar', value: wordValue(token.text), at: token.at }
    if (token.kind === 'mark' && token.text === '[') {
      const items: Tree[] = []
      const end = this.items(']', () => items.push(this.value(depth + 1)))
      return { kind: 'list', items, at: spanOf(token.at.source, token.at.start, end.end) }
    }
    if (token.kind === 'mark' && token.text === '{') {
      const entries: Entry[] = []
      const end = this.items('}', () => addEntry(entries, this.entry(depth + 1)))
      return { kind: 'map', entries, at: spanOf(token.at.source, token.at.start, end.end) }
    }
    this.next--
    throw new AnnotationFault(
      token.at,
      'Expected a value here',
      'a value can be a word, "text", a number, [a list] or { a: map }',
    )
  }

  /** Reads items separated by commas up to the closing mark, and returns that mark's location. */
  private items(close: string, read: () => void): Span {
    for (;;) {
      const token = this.peek()
      if (this.take(close)) return token.at
      read()
      const separator = this.peek()
      if (!this.take(',') && !(separator.kind === 'mark' && separator.text === close)) {
        throw new AnnotationFault(separator.at, `Expected "," or "${close}" here`)
      }
    }
  }

  private take(mark: string): boolean {
    const token = this.peek()
    const taken = token.kind === 'mark' && token.text === mark
    if (taken) this.next++
    return taken
  }

  private peek(): Token {
    const token = this.tokens[this.next] ?? this.tokens.at(-1)
    if (token === undefined) throw new Error('An annotation without tokens')
    if (token.kind === 'fault') throw new AnnotationFault(token.at, token.message)
    return token
  }
}

function addEntry(entries: Entry[], entry: Entry): void {
  const first = entries.find(({ key }) => key === entry.key)
  if (first) {
    const note = located('the first one is here', first.at)
    throw new AnnotationFault(entry.at, `Duplicate key "${entry.key}"`, undefined, note)
  }
  entries.push(entry)
}

function wordValue(word: string): string | boolean | null {
  if (word === 'true' || word === 'false') return word === 'true'
  return word === 'null' ? null : word
}
