import type { Report } from '../../diagnostic/report.js'
import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted, sentence } from '../../diagnostic/words.js'
import type { Located } from '../../source/source.js'
import type { Tree } from '../../tree/tree.js'
import type { DeclaredType } from '../declared.js'
import { SCALAR_TYPES } from '../types.js'
import { readText, readTexts } from './values.js'

const BASES = [...SCALAR_TYPES, 'enum'] as const

/**
 * The short spelling of a type: `string`, `datetime?`, `string[]`, `string[]?`. An unknown one is reported with
 * the nearest (JG203) and stands as `string`, so that what refers to it is not reported as well.
 */
export function readType(tree: Tree | undefined, what: string, report: Report): DeclaredType | undefined {
  const text = readText(tree, `The type of ${what}`, report)
  if (text === undefined) return undefined
  const [, name = '', list, nullable] = /^(.*?)(\[\])?(\?)?$/su.exec(text.value) ?? []
  const base = BASES.find((candidate) => candidate === name)
  if (base === undefined) {
    report.add('JG203', text.at, `Unknown attribute type ${quoted(text.value)}${didYouMean(name, BASES)}`, {
      help: `${allowed(BASES)}; "[]" behind it makes a list, "?" makes it nullable`,
    })
  }
  return { base: base ?? 'string', list: list !== undefined, nullable: nullable !== undefined, at: text.at }
}

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
  if (type !== undefined && type.base !== 'enum' && valuesTree !== undefined) {
    report.add('JG212', valuesTree.at, `${sentence(what)} is of type ${type.base} and an enum at once`, {
      help: 'leave out one of the two; a nullable enum is { type: enum?, enum: [a, b] }',
    })
    return { type, values: undefined }
  }
  if (type?.base === 'enum' && valuesTree === undefined) {
    report.add('JG208', type.at, `${sentence(what)} is an enum without values`, {
      help: 'write them as enum: [a, b]',
    })
  }
  if (type === undefined && typeTree === undefined && values !== undefined && valuesTree !== undefined) {
    return { type: { base: 'enum', list: false, nullable: false, at: valuesTree.at }, values }
  }
  return { type, values }
}
