import type { AttributeSchema, ResourceSchema } from '../schema/schema.js'
import { pascalCase } from '../name/words.js'
import type { ImportedName, ImportNode } from './file.js'
import { importOf } from './import.js'

/** The application's own types and schemas for the attributes in one generated file, and their names in that file. */
export interface OwnTypes {
  readonly imports: readonly ImportNode[]
  typeOf(attribute: AttributeSchema): string | undefined
  schemaOf(attribute: AttributeSchema): string | undefined
}

/**
 * The own types of a resource's attributes. An export whose name is taken in the file (`isTaken`) is imported under a
 * different one.
 */
export function ownTypesOf({ attributes }: ResourceSchema, isTaken: (name: string) => boolean): OwnTypes {
  const locals = new Map<string, string>()
  const modules = new Map<string, ImportedName[]>()
  const used = new Set<string>()
  const localOf = (
    attribute: AttributeSchema,
    name: string | undefined,
    isType: boolean,
  ): string | undefined => {
    const { own } = attribute
    if (own === undefined || name === undefined) return undefined
    const id = `${isType ? 'type' : 'value'} ${name} ${own.module}`
    const known = locals.get(id)
    if (known !== undefined) return known
    const local = candidatesOf(attribute, name).find((each) => !isTaken(each) && !used.has(each)) ?? name
    locals.set(id, local)
    used.add(local)
    const imported = { name, ...(local !== name && { alias: local }), ...(isType && { isTypeOnly: true }) }
    modules.set(own.module, [...(modules.get(own.module) ?? []), imported])
    return local
  }
  const typeOf = (attribute: AttributeSchema) => localOf(attribute, attribute.own?.type, true)
  const schemaOf = (attribute: AttributeSchema) => localOf(attribute, attribute.own?.schema, false)
  for (const attribute of attributes) {
    typeOf(attribute)
    schemaOf(attribute)
  }
  return { imports: [...modules].map(([module, names]) => importNode(module, names)), typeOf, schemaOf }
}

function candidatesOf(attribute: AttributeSchema, name: string): readonly string[] {
  const own = `${pascalCase(attribute.name)}${pascalCase(name)}`
  return [name, own, ...Array.from({ length: 100 }, (_, index) => `${own}${index + 2}`)]
}

function importNode(module: string, names: readonly ImportedName[]): ImportNode {
  const typesOnly = names.every(({ isTypeOnly }) => isTypeOnly)
  const plain = names.map(({ name, alias }) => ({ name, ...(alias !== undefined && { alias }) }))
  return importOf(module, typesOnly ? plain : names, { typesOnly })
}
