import { type DecimalDigits, digitsOfDecimal } from '@jsonapi-gen/runtime/vocabulary'
import { didYouMean, suggest } from '../../diagnostic/suggest.js'
import { allowed, listed, quoted } from '../../diagnostic/words.js'
import type { DeclaredAttribute, DeclaredConstraint } from '../../schema/declared.js'
import { bare } from '../../schema/read/attribute.js'
import { describeType } from '../../schema/describe-type.js'
import { attributeType } from '../../schema/directory.js'
import { located } from '../../source/source.js'
import { isColumn, isSoleKey, type Model, type ScalarField } from '../datamodel.js'
import { exposuresOf, noteLeftOut, noteRenamed } from '../exposure.js'
import { boundsOfColumn, columnType, describeColumn, lengthLimit } from './column-type.js'
import type { Inferring } from './context.js'
import { isNamedAttribute, wireNamesIn } from './given-names.js'

/**
 * The attributes of a resource, completed from the columns of its model. `all` means every column that is exposed
 * without being listed by name.
 */
export function inferAttributes(inferring: Inferring): readonly DeclaredAttribute[] {
  const { resource, model, report } = inferring
  const { attributes } = resource
  if (attributes.kind === 'listed') {
    return renamed(attributes.items, inferring).map((each) => inferAttribute(each, inferring))
  }
  const exposures = exposuresOf(model)
  const columns = [...model.fields.values()].filter(isColumn)
  const leftOut = new Map(columns.map(({ name }) => [name, exposures.get(name) ?? 'exposed']))
  const cure = 'list the attributes by name to expose it'
  noteLeftOut(model, leftOut, { at: attributes.at, cure, report })
  const exposed = columns.filter(({ name }) => exposures.get(name) === 'exposed')
  const silent = exposed.map(({ name }) => bare(located(name, attributes.at)))
  return renamed(silent, inferring).map((each, index) => {
    const field = exposed[index]
    return field ? complete(each, field, inferring) : each
  })
}

/** Attributes get different names if the names of their columns are not allowed. A note reports this (JG805). */
function renamed(
  items: readonly DeclaredAttribute[],
  { resource, model, report }: Inferring,
): readonly DeclaredAttribute[] {
  const names = wireNamesIn(resource, items, model)
  return items.map((item) => {
    const { value, at } = item.name
    const wire = names.get(value)
    const column = model.fields.get(value)
    const isOfId = column !== undefined && isSoleKey(column, model) && resource.idAttribute === undefined
    if (isNamedAttribute(item, model) || isOfId || wire === undefined || wire === value) return item
    const cure = `choose a different name: attributes: { ${wire}: { column: ${value} } }`
    noteRenamed(model, new Map([[value, wire]]), { at, cure, report })
    return { ...item, name: located(wire, at), column: item.name }
  })
}

function inferAttribute(declared: DeclaredAttribute, inferring: Inferring): DeclaredAttribute {
  const { model, resource, report } = inferring
  const { value: name, at } = declared.column ?? declared.name
  if (declared.computed) return declared
  const field = model.fields.get(name)
  if (isColumn(field)) {
    checkType(declared, field, inferring)
    return complete(declared, field, inferring)
  }
  if (field) {
    report.add(
      'JG504',
      at,
      `${quoted(name)} is a relation of model ${quoted(model.name)}: list it under sideloads`,
      {
        related: [{ at: field.at, message: 'the relation is here' }],
      },
    )
  } else {
    const names = columnNames(model)
    report.add(
      'JG504',
      at,
      `Model ${quoted(model.name)} has no column ${quoted(name)}${didYouMean(name, names)}`,
      {
        help: `${allowed(names)}${declared.column ? '' : `; or give its column, ${name}: { column: … }`}`,
        related: [{ at: model.at, message: 'the model is here' }],
        unknown: name,
      },
    )
    // A use of the intended name is not a fault.
    const meant = model.fields.get(suggest(name, names) ?? '')
    const listed = resource.attributes.kind === 'listed' ? resource.attributes.items : []
    if (isColumn(meant) && !listed.some((each) => (each.column ?? each.name).value === meant.name)) {
      const right = located(meant.name, at)
      return complete(
        { ...declared, ...(declared.column ? { column: right } : { name: right }) },
        meant,
        inferring,
      )
    }
  }
  return declared.type ? declared : { ...declared, ...typeOfNothing(declared) }
}

/** The names of a model's columns. */
export function columnNames(model: Model): readonly string[] {
  return [...model.fields.values()].filter(isColumn).map(({ name }) => name)
}

function complete(
  declared: DeclaredAttribute,
  field: ScalarField,
  { datamodel }: Inferring,
): DeclaredAttribute {
  const known = columnType(field, datamodel)
  const type =
    declared.type && !declared.type.isGuess
      ? { type: { ...declared.type, stored: known.type.stored }, values: declared.values }
      : known
  const isListed = (name: DeclaredConstraint['name']): boolean =>
    declared.constraints.some((each) => each.name === name)
  const limit = type.type.kind === 'string' && !isListed('maxLength') ? lengthLimit(field) : undefined
  const { minimum, maximum } = type.type.kind === 'integer' ? boundsOfColumn(field) : {}
  const bounds = (
    [
      ['minimum', minimum],
      ['maximum', maximum],
    ] as const
  ).flatMap(([name, value]) => (value === undefined || isListed(name) ? [] : [{ name, value, at: field.at }]))
  const constraints = [...declared.constraints, ...bounds]
  return {
    ...declared,
    ...type,
    description: declared.description ?? field.description ?? timeOfDay(field),
    constraints: limit === undefined ? constraints : withLimit(constraints, limit, field),
    ...presetOf(declared, field),
    digits: digitsOf(field, type.type.kind, datamodel.provider),
  }
}

/** SQLite stores doubles, so the number of digits is unknown. */
function digitsOf(
  { nativeType }: ScalarField,
  kind: string | undefined,
  provider: string | undefined,
): DecimalDigits | undefined {
  if (kind !== 'decimal' || provider === 'sqlite') return undefined
  const [name, sizes = []] = nativeType ?? []
  return digitsOfDecimal(name === undefined ? undefined : { name, sizes: sizes.map(Number) })
}

// Prisma has no type for a time of day, and returns a date and time on an arbitrary day.
function timeOfDay({ nativeType }: ScalarField): string | undefined {
  const isTime = nativeType?.[0] === 'Time' || nativeType?.[0] === 'Timetz'
  return isTime ? 'A time of day, on 1 January 1970 in UTC.' : undefined
}

// The defaults that the database or Prisma maintains: times of creation and change, and counters.
const KEPT_BY_STORE: readonly string[] = ['@updatedAt', 'now', 'autoincrement', 'sequence', 'dbgenerated']

// If the datamodel has a literal default, it is also the attribute's default. If the store fills in the value, clients
// may omit it, so the attribute is not `required`. If the store maintains the value, clients cannot set it.
function presetOf(
  declared: DeclaredAttribute,
  field: ScalarField,
): Pick<DeclaredAttribute, 'default' | 'required' | 'writable'> {
  const kept = { default: declared.default, required: declared.required, writable: declared.writable }
  if (declared.default !== undefined || declared.required !== undefined) return kept
  const { writable } = declared
  if (field.default.kind === 'store' && writable === undefined) {
    const { generator } = field.default
    if (KEPT_BY_STORE.includes(generator)) return { ...kept, writable: located(false, field.at) }
  }
  switch (field.default.kind) {
    case 'none':
      return kept
    case 'literal':
      return { ...kept, default: located(field.default.value, field.at) }
    case 'store':
      return { ...kept, required: writable?.value === false ? undefined : located(false, field.at) }
  }
}

function withLimit(
  constraints: readonly DeclaredConstraint[],
  limit: number,
  { at }: ScalarField,
): readonly DeclaredConstraint[] {
  const own: DeclaredConstraint = { name: 'maxLength', value: limit, at }
  const after = constraints.findIndex(({ name }) => name !== 'minLength')
  const index = after === -1 ? constraints.length : after
  return [...constraints.slice(0, index), own, ...constraints.slice(index)]
}

function checkType(
  declared: DeclaredAttribute,
  field: ScalarField,
  { datamodel, model, report }: Inferring,
): void {
  if (!declared.type || declared.type.isGuess) return
  const said = attributeType(declared)
  const known = attributeType(columnType(field, datamodel))
  const related = [{ at: field.at, message: `the column is ${describeColumn(field)}` }]
  const what = `${quoted(declared.name.value)} is ${describeType(said)} here, but ${describeColumn(field)} in model ${quoted(model.name)}`
  if (said.list !== known.list || !isCompatible(said.kind, known.kind)) {
    report.add('JG505', declared.type.at, what, { related })
  } else if (said.nullable !== known.nullable) {
    const reason = said.nullable ? 'cannot be null' : 'may be null'
    const cure = `write type: ${said.kind}${said.list ? '[]' : ''}${known.nullable ? '?' : ''}`
    report.add('JG506', declared.type.at, `${what}, where it ${reason}: ${cure}`, { related })
  } else if (
    said.kind === 'enum' &&
    known.kind === 'enum' &&
    said.values.some((each) => !known.values.includes(each))
  ) {
    const extra = said.values.filter((each) => !known.values.includes(each))
    const message = `The enum of ${quoted(declared.name.value)} contains ${listed(extra.map(quoted))}, which enum ${quoted(field.type)} does not contain${didYouMean(extra[0] ?? '', known.values)}`
    report.add('JG505', declared.type.at, message, { related, help: allowed(known.values) })
  }
}

// A schema may be narrower than the column: a uuid or an enum is also text, and a date is a point in time.
function isCompatible(said: string, known: string): boolean {
  const text = ['string', 'uuid', 'enum']
  if (said === known) return true
  if (known === 'string' || known === 'uuid') return text.includes(said)
  return (known === 'datetime' || known === 'date') && (said === 'date' || said === 'datetime')
}

/**
 * Text, for an attribute without a column: the missing column is already reported, so its missing type is
 * not.
 */
export function typeOfNothing({ name }: DeclaredAttribute): Pick<DeclaredAttribute, 'type'> {
  return { type: { kind: 'string', list: false, nullable: false, at: name.at } }
}
