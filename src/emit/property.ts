import type { OptionalKind, PropertySignatureStructure } from 'ts-morph'
import { key } from './layout/code.js'
import { layOut, LINE_END, type Doc } from './layout/doc.js'
import { comment } from './layout/jsdoc.js'

/** A property of an interface that stands at the outermost level. */
export function property(name: string, type: Doc): OptionalKind<PropertySignatureStructure> {
  const spelled = key(name)
  return { name: spelled, type: layOut(type, { depth: 1, before: spelled.length + 2, after: 1 }) }
}

/** A member of a type literal. */
export interface LiteralMember {
  readonly name: string
  readonly type: Doc
  readonly description?: string | undefined
  /** Whether it may be missing. */
  readonly isOptional?: boolean
}

/** A property of which the type is a literal, with a line for each member. */
export function literalProperty(
  name: string,
  members: readonly LiteralMember[],
): OptionalKind<PropertySignatureStructure> {
  if (members.length === 0) return property(name, 'Record<never, never>')
  return { name: key(name), type: ['{', ...members.map(member), '  }'].join(LINE_END) }
}

function member({ name, type, description, isOptional = false }: LiteralMember): string {
  const code = `    ${layOut([key(name), isOptional ? '?: ' : ': ', type, ';'], { depth: 2 })}`
  return description === undefined ? code : `${comment(description, 2)}${LINE_END}${code}`
}
