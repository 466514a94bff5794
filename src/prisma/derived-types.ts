import pluralize from 'pluralize'
import { camelCase } from '../name/words.js'
import { resourceNames } from '../name/resource-names.js'
import { foldedName } from '../schema/check/fields.js'
import { isMemberName } from '../schema/check/member-names.js'
import { fileOwner } from '../schema/check/types.js'

/**
 * The JSON:API type of each model: its plural. If this type clashes with another type, or the type's file with a
 * generated file, the type is the plural of `<model>Record`. `taken` contains the types that the schema names itself.
 */
export function derivedTypes(
  models: readonly string[],
  taken: readonly string[] = [],
): ReadonlyMap<string, string> {
  const names = new Set(taken.flatMap(namesOf))
  const types = new Map<string, string>()
  for (const model of models) {
    const type = candidatesOf(model).find((each) => isFree(each, names)) ?? usualType(model)
    for (const name of namesOf(type)) names.add(name)
    types.set(model, type)
  }
  return types
}

/** The type of a model if nothing clashes. */
export function usualType(model: string): string {
  return pluralize.plural(camelCase(model))
}

function candidatesOf(model: string): readonly string[] {
  const base = camelCase(model)
  const numbered = Array.from({ length: 100 }, (_, index) => `${base}Records${index + 2}`)
  return [usualType(model), `${base}Records`, ...numbered]
}

function isFree(type: string, names: ReadonlySet<string>): boolean {
  const isOurs = fileOwner(resourceNames(type).file) !== undefined
  return isMemberName(type) && !isOurs && namesOf(type).every((name) => !names.has(name))
}

// The names that a type occupies: its own name, and the names of its class and controller, in any letter
// case.
function namesOf(type: string): readonly string[] {
  const { stem, controller } = resourceNames(type)
  return [`type ${foldedName(type)}`, `class ${foldedName(stem)}`, `class ${foldedName(controller)}`]
}
