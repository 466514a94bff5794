import { camelCase, pascalCase } from '../name/words.js'
import { foldedName } from '../schema/check/fields.js'
import { isMemberName } from '../schema/check/member-names.js'
import { foreignKeysOf, isColumn, isSoleKey, type Field, type Model } from './datamodel.js'
import { soundsSecret } from './secret.js'

/**
 * What the fields of a model are called on the wire (rule 14.9): as they are, or by a name of their own. A column or relation
 * whose name no field can have gets one that is derived: `accountType`, or where that is taken `accountTypeColumn` and
 * `accountTypeRelation`. `given` are the names that the schema chooses itself, by column or relation.
 */
export function wireNamesOf(
  model: Model,
  given: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const names = new Map<string, string>(given)
  const taken = new Set([...given.values()].map(foldedName))
  for (const field of inOrder(model)) {
    const { name } = field
    const wire = given.get(name) ?? (isFree(name, taken) ? name : derivedName(field, model, taken))
    if (wire === undefined) continue
    names.set(name, wire)
    taken.add(foldedName(wire))
  }
  return names
}

/** Whether a column that nobody names is kept back: it is a key, or sounds secret. */
export function keptBack(
  field: Field,
  model: Model,
  keys: ReadonlySet<string>,
): 'key' | 'secret' | undefined {
  if (isSoleKey(field, model) || keys.has(field.name)) return 'key'
  return isColumn(field) && soundsSecret(field, model) ? 'secret' : undefined
}

// Where two fields cannot both have a name, a column that is exposed unnamed has it before others, and any column before a
// relation.
function inOrder(model: Model): readonly Field[] {
  const fields = [...model.fields.values()]
  const keys = foreignKeysOf(model)
  const columns = fields.filter(isColumn)
  const isUsual = (field: Field): boolean => keptBack(field, model, keys) === undefined
  return [
    ...columns.filter(isUsual),
    ...columns.filter((field) => !isUsual(field)),
    ...fields.filter((field) => !isColumn(field)),
  ]
}

/** JSON:API keeps two names for itself (JSON:API, "Fields"). */
const RESERVED: readonly string[] = ['id', 'type']

/** Whether a field can have a name, where no other field has it. */
export function canBeField(name: string): boolean {
  return isMemberName(name) && !RESERVED.includes(name)
}

function isFree(name: string, taken: ReadonlySet<string>): boolean {
  return canBeField(name) && !taken.has(foldedName(name))
}

function derivedName(field: Field, model: Model, taken: ReadonlySet<string>): string | undefined {
  const kind = isColumn(field) ? 'Column' : 'Relation'
  const fields = new Set([...model.fields.keys()].map(foldedName))
  const plain = field.name.replace(/_+$/, '').slice(0, 60)
  const base = RESERVED.includes(field.name)
    ? `${camelCase(model.name)}${pascalCase(plain)}`
    : `${plain}${kind}`
  const longer = base.endsWith(kind) ? base : `${base}${kind}`
  const numbered = Array.from({ length: 100 }, (_, index) => `${longer}${index + 2}`)
  return [base, longer, ...numbered].find((each) => isFree(each, taken) && !fields.has(foldedName(each)))
}
