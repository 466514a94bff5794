import { type Kind, KINDS } from '@jsonapi-gen/runtime/vocabulary'
import type { Report } from '../../diagnostic/report.js'
import { suggest } from '../../diagnostic/suggest.js'
import { allowed, quoted, sentence } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import type { Tree } from '../../tree/tree.js'
import type { DeclaredType } from '../declared.js'
import { readText, readTexts } from './values.js'

/**
 * The short spelling of a type: `string`, `datetime?`, `string[]`, `string[]?`. An unknown type is reported with the
 * most similar one (JG203) and replaced by it, or else by `string`, so references to it are not reported as well.
 */
export function readType(tree: Tree | undefined, what: string, report: Report): DeclaredType | undefined {
  const text = readText(tree, `The type of ${what}`, report)
  if (text === undefined) return tree && { ...UNREAD, at: tree.at }
  const [, name = '', list, nullable] = /^(.*?)(\[\])?(\?)?$/su.exec(text.value) ?? []
  const known = KINDS.find((candidate) => candidate === name)
  const meant = ELSEWHERE.get(name.toLowerCase()) ?? suggest(name, KINDS)
  if (known === undefined) {
    const message = `Unknown attribute type ${quoted(text.value)}${meant === undefined ? '' : `. Did you mean "${meant}"?`}`
    report.add('JG203', text.at, message, {
      help: `${allowed(KINDS)}; a trailing "[]" makes it a list, and "?" makes it nullable`,
    })
  }
  const kind = known ?? KINDS.find((candidate) => candidate === meant) ?? 'string'
  return {
    kind,
    list: list !== undefined,
    nullable: nullable !== undefined,
    at: text.at,
    isGuess: known === undefined,
  }
}

/** The type that replaces a type that cannot be read. */
const UNREAD = { kind: 'string', list: false, nullable: true, isGuess: true } as const

/** The names of types in other languages, each with our name for the type. */
const ELSEWHERE: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ['double', 'float'],
  ['long', 'bigint'],
  ['number', 'integer'],
  ['object', 'json'],
  ['text', 'string'],
  ['timestamp', 'datetime'],
  ['varchar', 'string'],
])

/** A type and the values of its enum, from the keys `type` and `enum`; either may be missing. */
export function readTypeAndValues(
  typeTree: Tree | undefined,
  valuesTree: Tree | undefined,
  what: string,
  report: Report,
): { readonly type: DeclaredType | undefined; readonly values: readonly Located<string>[] | undefined } {
  const type = readType(typeTree, what, report)
  const values = readTexts(valuesTree, `The enum of ${what}`, report)
  if (values?.length === 0 && valuesTree) {
    report.add('JG208', valuesTree.at, `The enum of ${what} has no values`)
  }
  if (type !== undefined && !type.isGuess && type.kind !== 'enum' && valuesTree !== undefined) {
    report.add('JG212', valuesTree.at, `${sentence(what)} has both the type ${type.kind} and an enum`, {
      help: 'remove one of them; write a nullable enum as { type: enum?, enum: [a, b] }',
    })
    return { type, values: undefined }
  }
  if (type === undefined && values === undefined && valuesTree !== undefined) {
    return { type: { ...UNREAD, at: valuesTree.at }, values }
  }
  if (type?.kind === 'enum' && valuesTree === undefined) {
    report.add('JG208', type.at, `${sentence(what)} is an enum without values`, {
      help: 'write them as enum: [a, b]',
    })
  }
  if (type === undefined && typeTree === undefined && values !== undefined && valuesTree !== undefined) {
    return { type: { kind: 'enum', list: false, nullable: false, at: valuesTree.at }, values }
  }
  return { type, values }
}
