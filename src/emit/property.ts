import type { OptionalKind, PropertySignatureStructure } from 'ts-morph'
import { key } from './layout/code.js'
import { layOut, LINE_END, type Doc } from './layout/doc.js'
import { comment } from './layout/jsdoc.js'

/** A property of an interface at the outermost level. */
export function property(name: string, type: Doc): OptionalKind<PropertySignatureStructure> {
  const spelled = key(name)
  return { name: spelled, type: layOut(type, { depth: 1, before: spelled.length + 2, after: 1 }) }
}

/** A member of a type literal. */
export interface LiteralMember {
  readonly name: string
  readonly type: Doc
  readonly description?: string | undefined
  /** Whether the property may be missing. */
  readonly isOptional?: boolean
}

/** A type without members, because linters report `{}` and `Record<never, never>`. */
const NONE = 'object'

/** A member whose type is also a literal. `depth` is the depth of its own members. */
export const literalMember = (
  name: string,
  members: readonly LiteralMember[],
  depth: number,
): LiteralMember => ({ name, type: members.length === 0 ? NONE : literal(members, depth) })

/** Alternative literal types: a value must have one of them. */
export type Choice = readonly (readonly LiteralMember[])[]

/** A property whose type is an object literal with one member per line. It has a literal for each choice. */
export function literalProperty(
  name: string,
  members: readonly LiteralMember[],
  choices: readonly Choice[] = [],
): OptionalKind<PropertySignatureStructure> {
  if (members.length === 0 && choices.length === 0) return property(name, NONE)
  const [first, ...others] = choices.map((choice, index) => union(choice, index === 0 ? 2 : 3))
  const own = members.length === 0 ? [] : [literal(members, 2)]
  const head = [...own, ...(first === undefined ? [] : [first])].join(' & ')
  const type = [head, ...others.map((each) => `    ${each}`)]
  return { name: key(name), type: type.join(` &${LINE_END}`) }
}

/** A union in parentheses, with one literal per line. */
function union(choice: Choice, depth: number): string {
  const blanks = '  '.repeat(depth)
  const lines = choice.map((members) => `${blanks}| ${literal(members, depth + 2)}`)
  return ['(', ...lines, `${blanks.slice(2)})`].join(LINE_END)
}

function literal(members: readonly LiteralMember[], depth: number): string {
  return ['{', ...members.map((each) => member(each, depth)), `${'  '.repeat(depth - 1)}}`].join(LINE_END)
}

function member({ name, type, description, isOptional = false }: LiteralMember, depth: number): string {
  const code = `${'  '.repeat(depth)}${layOut([key(name), isOptional ? '?: ' : ': ', type, ';'], { depth })}`
  return description === undefined ? code : `${comment(description, depth)}${LINE_END}${code}`
}
