import { camelCase, pascalCase } from '../name/words.js'
import { foldedName } from '../schema/check/fields.js'
import { isMemberName } from '../schema/check/member-names.js'
import { foreignKeysOf, isColumn, isSoleKey, type Field, type Model } from './datamodel.js'
import { soundsSecret } from './secret.js'

/**
 * The names of a model's fields on the wire (rule 14.9): their own names, or names given to them. A column or relation
 * whose name is not allowed gets a derived name: `accountType`, or, if that is taken, `accountTypeColumn` and
 * `accountTypeRelation`. `given` contains the names that the schema itself chooses, keyed by column or relation.
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

/** Whether an unnamed column is omitted because it is a key or its name suggests a secret. */
export function keptBack(
  field: Field,
  model: Model,
  keys: ReadonlySet<string>,
): 'key' | 'secret' | undefined {
  if (isSoleKey(field, model) || keys.has(field.name)) return 'key'
  return isColumn(field) && soundsSecret(field, model) ? 'secret' : undefined
}

// The order in which fields receive contested names: first the columns that are exposed even if the schema does not
// name them, then other columns, then relations.
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

/** The two names that JSON:API reserves (JSON:API, "Fields"). */
const RESERVED: readonly string[] = ['id', 'type']

/** Whether a field may have a name that no other field has. */
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
