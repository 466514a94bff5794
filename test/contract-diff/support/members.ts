import type { Contract } from 'jsonapi-gen'
import ts from 'typescript'
import { at } from '../../../scripts/lib/paths.js'

const FORMAT = at('runtime/src/vocabulary/contract/contract.ts')

const program = ts.createProgram([FORMAT], { strict: true, module: ts.ModuleKind.NodeNext, noEmit: true })
const checker = program.getTypeChecker()

const interfaces = (program.getSourceFile(FORMAT)?.statements ?? []).flatMap((each) =>
  ts.isInterfaceDeclaration(each) ? [each] : [],
)

/** The type of a whole contract. */
const WHOLE = typeOf('Contract')

/**
 * The optional members of a contract's interfaces, including inherited ones, such as
 * `AttributeContract.list`.
 */
export const OPTIONAL_MEMBERS: readonly string[] = interfaces.flatMap((each) =>
  checker
    .getTypeAtLocation(each)
    .getProperties()
    .filter((member) => (member.flags & ts.SymbolFlags.Optional) !== 0)
    .map((member) => `${each.name.text}.${member.name}`),
)

/** The members of interfaces that occur in a contract, by the types of the format. */
export function membersOf(contract: Contract): ReadonlySet<string> {
  const found = new Set<string>()
  const visit = (value: unknown, type: ts.Type): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      const property = type.getProperties().find((each) => each.name === key)
      if (property) found.add(`${type.symbol.name}.${key}`)
      const next = property ? checker.getTypeOfSymbol(property) : elementOf(type)
      if (next) visit(member, objectIn(next))
    }
  }
  visit(contract, WHOLE)
  return found
}

/** The type of list members, or of values with arbitrary names. */
const elementOf = (type: ts.Type): ts.Type | undefined =>
  type.getNumberIndexType() ?? type.getStringIndexType()

/** The object type in a union, which may also contain string literals. */
const objectIn = (type: ts.Type): ts.Type =>
  (type.isUnion() ? type.types.find((each) => (each.flags & ts.TypeFlags.Object) !== 0) : undefined) ?? type

function typeOf(name: string): ts.Type {
  const found = interfaces.find((each) => each.name.text === name)
  if (!found) throw new Error(`The format has no ${name}.`)
  return checker.getTypeAtLocation(found)
}
