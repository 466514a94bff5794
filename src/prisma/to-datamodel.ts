import { deepFreeze } from '../schema/freeze.js'
import type { Span } from '../source/source.js'
import { proseOf } from './annotation/docs.js'
import type { Constraint, Datamodel, Field, FieldDefault, Model, ScalarField } from './datamodel.js'
import { emulatesKeys, providerOf } from './generator-block.js'
import { isRawDatamodel, type RawField, type RawIndex, type RawModel } from './raw-datamodel.js'
import type { Block, Member, Scanned } from './scan/blocks.js'

/**
 * Combines the result of Prisma's reader with the locations in the files. Throws if the result's form is
 * unknown.
 */
export function toDatamodel(json: unknown, files: readonly Scanned[]): Datamodel {
  if (!isRawDatamodel(json)) throw new Error('Prisma returned the datamodel in an unknown format')
  const blocks = new Map(files.flatMap(({ blocks }) => blocks.map((block) => [block.name.value, block])))
  const names = new Set(files.flatMap(({ blocks }) => blocks.filter(isModel).map(({ name }) => name.value)))
  const models = json.models.map((raw): [string, Model] => [
    raw.name,
    toModel(raw, blockOf(raw.name, blocks), names, json.indexes ?? []),
  ])
  const enums = json.enums.map(({ name, values }): [string, readonly string[]] => [
    name,
    deepFreeze(values.map((value) => value.name)),
  ])
  return Object.freeze({
    models: new Map(models),
    enums: new Map(enums),
    storedValues: new Map(
      json.enums
        .filter(({ values }) => values.some(({ dbName }) => typeof dbName === 'string'))
        .map((each) => [each.name, storedValuesOf(each.values)]),
    ),
    storedEnums: new Map(json.enums.flatMap(({ name, dbName }) => (dbName ? [[name, dbName] as const] : []))),
    enumSchemas: new Map(
      json.enums.flatMap(({ name }) => {
        const schema = schemaOf(blockOf(name, blocks))
        return schema === undefined ? [] : [[name, schema] as const]
      }),
    ),
    provider: providerOf(files)?.value,
    emulatesKeys: emulatesKeys(files),
  })
}

/** Whether a block describes rows. */
export function isModel({ keyword }: Block): boolean {
  return keyword === 'model' || keyword === 'view'
}

/** The database schema that a block names, which Prisma's reader returns only for models. */
function schemaOf({ attributes }: Block): string | undefined {
  return attributes.flatMap((line) => /^@@schema\(\s*(?:map:\s*)?"([^"]+)"/.exec(line)?.[1] ?? [])[0]
}

function blockOf(name: string, blocks: ReadonlyMap<string, Block>): Block {
  const block = blocks.get(name)
  if (!block) throw new Error(`The model ${name} is not in any file`)
  return block
}

const storedValuesOf = (
  values: readonly { readonly name: string; readonly dbName?: string | null }[],
): Readonly<Record<string, string>> =>
  Object.freeze(Object.fromEntries(values.map(({ name, dbName }) => [name, dbName ?? name])))

function toModel(
  raw: RawModel,
  block: Block,
  models: ReadonlySet<string>,
  indexes: readonly RawIndex[],
): Model {
  const members = new Map(block.members.map((member) => [member.name.value, member]))
  const fields = raw.fields.map((field) => toField(field, raw.fields, members.get(field.name), block.name.at))
  const id = raw.fields.find(({ isId }) => isId)
  const idField = fields.find(
    (field): field is ScalarField => field.name === id?.name && field.kind !== 'relation',
  )
  const own = indexes.filter(({ model, type }) => model === raw.name && type === 'normal')
  return {
    name: raw.name,
    at: block.name.at,
    description: proseOf(block.docs),
    fields: new Map(fields.map((field) => [field.name, field])),
    id: idField,
    compositeId: raw.primaryKey?.fields,
    compositeUniques: raw.uniqueFields ?? [],
    table: raw.dbName ?? undefined,
    schema: raw.schema ?? undefined,
    constraints: indexes.filter(({ model }) => model === raw.name).flatMap(toConstraint),
    indexes: own.filter(findsEqual).map(columnsOf),
    orderedIndexes: own.filter(isOrdered).map(columnsOf),
    storedIndexes: own.map((index) => ({
      columns: columnsOf(index),
      stored: index.dbName,
      lengths: lengthsOf(index),
      method: index.algorithm === 'BTree' ? undefined : index.algorithm?.toLowerCase(),
      operators: index.fields.map(({ operatorClass: name }) => name && operatorsOf(name)),
    })),
    isView: block.keyword === 'view',
    unreadable: block.members
      .filter(
        ({ name, rest }) =>
          !raw.fields.some((field) => field.name === name.value) && isScalar(rest.value, models),
      )
      .map(({ name, rest }) => ({
        name: name.value,
        at: name.at,
        isNeeded:
          !/^\S+\?/.test(rest.value) && !rest.value.includes('@default(') && !/^\S+\[\]/.test(rest.value),
      })),
    hasIgnoredRelations: block.members.some(
      ({ name, rest }) =>
        !raw.fields.some((field) => field.name === name.value) && rest.value.includes('@relation('),
    ),
  }
}

const lengthsOf = ({ fields }: Pick<RawIndex, 'fields'>): readonly (number | undefined)[] =>
  fields.map(({ length }) => length)

/** `TimestampTzMinMaxOps` is `timestamptz_minmax_ops`. The argument of `raw` has no capital letters. */
const operatorsOf = (name: string): string =>
  name
    .replace('MinMax', 'Minmax')
    .replace('Tz', 'tz')
    .replace('VarBit', 'Varbit')
    .replaceAll(/(?<=.)([A-Z])/g, '_$1')
    .toLowerCase()

const columnsOf = ({ fields }: RawIndex): readonly string[] => fields.map(({ name }) => name)

/** Whether an index finds rows by the values of its columns. Indexes for text, lists and ranges do not. */
const findsEqual = ({ algorithm }: RawIndex): boolean =>
  algorithm === undefined || algorithm === 'BTree' || algorithm === 'Hash'

const isOrdered = (index: RawIndex): boolean =>
  findsEqual(index) && index.algorithm !== 'Hash' && index.fields.every(({ length }) => length === undefined)

function toConstraint({ type, name, dbName, fields }: RawIndex): readonly Constraint[] {
  if (type !== 'id' && type !== 'unique') return []
  const columns = fields.map((field) => field.name)
  return [
    { kind: type === 'id' ? 'key' : 'unique', columns, name, stored: dbName, lengths: lengthsOf({ fields }) },
  ]
}

function isScalar(rest: string, models: ReadonlySet<string>): boolean {
  return rest !== '' && !models.has(/^[\p{Alphabetic}\p{N}_]+/u.exec(rest)?.[0] ?? '')
}

function toField(raw: RawField, all: readonly RawField[], member: Member | undefined, fallback: Span): Field {
  const base = {
    name: raw.name,
    at: member?.name.at ?? fallback,
    description: member && proseOf(member.docs),
    isList: raw.isList,
    isRequired: raw.isRequired,
  }
  if (raw.kind === 'object') {
    const {
      relationName: relation = '',
      relationFromFields: fields = [],
      relationToFields: references = [],
    } = raw
    // Prisma's own defaults, if the relation declares nothing: a key with a column that is never null cannot be emptied.
    const isHeld = raw.isRequired || all.some(({ name, isRequired }) => isRequired && fields.includes(name))
    const onDelete = raw.relationOnDelete ?? (isHeld ? 'Restrict' : 'SetNull')
    const onUpdate = raw.relationOnUpdate ?? 'Cascade'
    return { ...base, kind: 'relation', model: raw.type, relation, fields, references, onDelete, onUpdate }
  }
  return {
    ...base,
    kind: raw.kind === 'enum' ? 'enum' : 'scalar',
    type: raw.type,
    stored: raw.dbName,
    nativeType: raw.nativeType ?? undefined,
    default: defaultOf(raw, member),
    isUnique: raw.isId || raw.isUnique === true,
  }
}

function defaultOf(raw: RawField, member: Member | undefined): FieldDefault {
  if (raw.isUpdatedAt) return { kind: 'store', generator: '@updatedAt' }
  const { default: value } = raw
  if (!raw.hasDefaultValue || value === undefined) return { kind: 'none' }
  const digits = raw.isList ? undefined : digitsOf(raw, member)
  if (digits !== undefined) return { kind: 'literal', value: digits }
  const isPlain = raw.kind === 'enum' || ['String', 'Int', 'Float', 'Boolean'].includes(raw.type)
  if (isPlain && (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')) {
    return { kind: 'literal', value }
  }
  return typeof value === 'object' && value !== null && 'name' in value
    ? { kind: 'store', generator: String(value.name), ...variantOf(value), ...sqlOf(value) }
    : { kind: 'store', generator: 'literal', value }
}

/** The arguments of `uuid(7)`, `cuid(2)` and `nanoid(10)`. Prisma's default versions are omitted. */
function variantOf(value: object): { readonly variant?: number } {
  const [first] = 'args' in value && Array.isArray(value.args) ? value.args : []
  const name = 'name' in value ? value.name : undefined
  const isUsual = (name === 'uuid' && first === 4) || (name === 'cuid' && first === 1)
  return typeof first === 'number' && !isUsual ? { variant: first } : {}
}

/** The SQL of `dbgenerated("…")`. */
function sqlOf(value: object): { readonly value?: string } {
  const [first] = 'args' in value && Array.isArray(value.args) ? value.args : []
  return typeof first === 'string' && first !== '' ? { value: first } : {}
}

/**
 * The default of a type with more digits than a number can represent. Prisma rounds the default of a decimal, but the
 * source has all digits.
 */
function digitsOf(
  { type, default: value }: RawField,
  member: Member | undefined,
): bigint | number | string | undefined {
  if (type === 'Decimal') return /@default\(\s*(-?\d+(?:\.\d+)?)\s*\)/.exec(member?.rest.value ?? '')?.[1]
  if (type !== 'BigInt' || !/^-?\d+$/.test(String(value))) return undefined
  return Number.isSafeInteger(Number(value)) ? Number(value) : BigInt(String(value))
}
