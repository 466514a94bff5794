import type { Literal } from '../../schema/types.js'
import { group, ifBreak, indent, join, line, LINE_END, softline, type Doc } from './doc.js'

// Printable ASCII without characters to escape, like nearly every name.
const PLAIN = /^[ -&(-[\]-~]*$/
// Without this escape, ts-morph's writer would not notice the end of the literal, and could read a later literal as a
// comment.
const LAST_BACKSLASH = /\\\\$/

/** A string literal in single quotes, unless the text has more of those than double quotes. */
export function text(value: string): string {
  if (PLAIN.test(value)) return `'${value}'`
  const singles = value.split("'").length
  const doubles = value.split('"').length
  const quote = singles > doubles ? '"' : "'"
  const inner = value.replaceAll('\\', '\\\\').replaceAll(quote, `\\${quote}`)
  return `${quote}${escapeInvisible(inner).replace(LAST_BACKSLASH, '\\u005c')}${quote}`
}

/** A property's name, in quotes only if it is not an identifier. */
export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : text(name)
}

/** A member of an object literal. */
export interface Member {
  readonly key: string
  readonly value: Doc
}

/** An object literal. */
export function object(members: readonly Member[]): Doc {
  if (members.length === 0) return '{}'
  const content = members.map((member): Doc => [key(member.key), ': ', member.value])
  return group('{', indent(line, join([',', line], content)), ifBreak(','), line, '}')
}

/** An array literal. */
export function array(items: readonly Doc[]): Doc {
  if (items.length === 0) return '[]'
  return group('[', indent(softline, join([',', line], items)), ifBreak(','), softline, ']')
}

/** An array of string literals. */
export function texts(values: readonly string[]): Doc {
  return array(values.map(text))
}

/**
 * A call. If it does not fit on one line, a last argument that is an object or array is broken in place (`hug`);
 * otherwise, every argument gets its own line.
 */
export function call(callee: string, parameters: readonly Doc[], hug: boolean): Doc {
  if (hug) return [callee, '(', join(', ', parameters), ')']
  return group(callee, '(', indent(softline, join([',', line], parameters)), ifBreak(','), softline, ')')
}

/** A generic type: `Filter<string, 'eq' | 'prefix'>`. */
export function generic(name: string, parameters: readonly Doc[]): Doc {
  return group(name, '<', indent(softline, join([',', line], parameters)), softline, '>')
}

/** A union as the argument of a generic type. */
export function unionArgument(members: readonly string[]): Doc {
  return group(members.length > 1 ? ifBreak('| ') : '', join([line, '| '], members))
}

/** A union as the type of a property: if it is broken, it begins on its own line. */
export function unionProperty(members: readonly string[]): Doc {
  if (members.length < 2) return members[0] ?? 'never'
  return group(indent(softline, ifBreak('| '), join([line, '| '], members)))
}

/** An object literal with one outermost member per line, regardless of length. */
export function entries(members: readonly { readonly key: string; readonly value: string }[]): string {
  return ['{', ...members.map((member) => `  ${key(member.key)}: ${member.value},`), '}'].join(LINE_END)
}

/** A JSON literal as code. A bigint beyond the safe integers remains a bigint. */
export function literal(value: Literal): Doc {
  if (typeof value === 'string') return text(value)
  if (typeof value === 'bigint') return `${value}n`
  if (typeof value !== 'object' || value === null) return String(value)
  if (isList(value)) return array(value.map(literal))
  return object(Object.entries(value).map(([name, member]) => ({ key: name, value: literal(member) })))
}

function isList(value: object): value is readonly Literal[] {
  return Array.isArray(value)
}

// Invisible or line-breaking characters are written as escapes, so that the literal stays on its line.
function escapeInvisible(value: string): string {
  return value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    switch (character) {
      case '\n':
        return '\\n'
      case '\t':
        return '\\t'
      default:
        return escaped(character.codePointAt(0) ?? 0)
    }
  })
}

function escaped(code: number): string {
  const digits = code.toString(16)
  return code > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`
}
