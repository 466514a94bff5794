import type { Contract } from 'jsonapi-gen'
import ts from 'typescript'
import { at } from '../../../scripts/lib/paths.js'

const FORMAT = at('runtime/src/vocabulary/contract.ts')

const program = ts.createProgram([FORMAT], { strict: true, module: ts.ModuleKind.NodeNext, noEmit: true })
const checker = program.getTypeChecker()

const interfaces = (program.getSourceFile(FORMAT)?.statements ?? []).flatMap((each) =>
  ts.isInterfaceDeclaration(each) ? [each] : [],
)

/** The type of a whole contract. */
const WHOLE = typeOf('Contract')

/** The optional members of the interfaces of a contract, those that an interface inherits with it: `AttributeContract.list`. */
export const OPTIONAL_MEMBERS: readonly string[] = interfaces.flatMap((each) =>
  checker
    .getTypeAtLocation(each)
    .getProperties()
    .filter((member) => (member.flags & ts.SymbolFlags.Optional) !== 0)
    .map((member) => `${each.name.text}.${member.name}`),
)

/** A member of an interface, where a contract has it. */
interface Member {
  readonly name: string
  readonly path: readonly string[]
  readonly isOptional: boolean
}

/** The members of interfaces that a contract has, by the types of the format. */
export const membersOf = (contract: Contract): ReadonlySet<string> =>
  new Set(membersIn(contract).map(({ name }) => name))

/** The places of the members that no contract leaves out. */
export const requiredPlaces = (contract: Contract): readonly (readonly string[])[] =>
  membersIn(contract).flatMap(({ path, isOptional }) => (isOptional ? [] : [path]))

function membersIn(contract: Contract): readonly Member[] {
  const found: Member[] = []
  const visit = (value: unknown, type: ts.Type, path: readonly string[]): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, member] of Object.entries(value)) {
      const property = type.getProperties().find((each) => each.name === key)
      const at = [...path, key]
      if (property) {
        const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0
        found.push({ name: `${type.symbol.name}.${key}`, path: at, isOptional })
      }
      const next = property ? checker.getTypeOfSymbol(property) : elementOf(type)
      if (next) visit(member, objectIn(next), at)
    }
  }
  visit(contract, WHOLE, [])
  return found
}

/** The type of what stands under the keys of lists, and under names that are no members. */
const elementOf = (type: ts.Type): ts.Type | undefined =>
  type.getNumberIndexType() ?? type.getStringIndexType()

/** Of several types the one that is an object: a value may be a word in its place. */
const objectIn = (type: ts.Type): ts.Type =>
  (type.isUnion() ? type.types.find((each) => (each.flags & ts.TypeFlags.Object) !== 0) : undefined) ?? type

function typeOf(name: string): ts.Type {
  const found = interfaces.find((each) => each.name.text === name)
  if (!found) throw new Error(`The format has no ${name}.`)
  return checker.getTypeAtLocation(found)
}
