import { didYouMean } from '../../diagnostic/suggest.js'
import { quoted } from '../../diagnostic/words.js'
import type { DeclaredSideload } from '../../schema/declared.js'
import type { JoinSchema } from '../../schema/types.js'
import { located } from '../../source/source.js'
import { oppositeOf, type Field, type Model, type RelationField } from '../datamodel.js'
import type { Inferring } from './context.js'
import { idColumnsOf, keysOf } from './relation.js'

/**
 * The join of a many-to-many that has its own model: a relation from the related model to a join model that belongs to
 * this model, and the join model's key to this model. If there are several, it is the join whose composite id or unique
 * constraint is exactly the two keys. Undefined, with a report, if several are possible (JG507).
 */
export function joinThrough(declared: DeclaredSideload, inferring: Inferring): DeclaredSideload['through'] {
  const { report } = inferring
  const other = relatedModel(declared, inferring)
  const possible = other ? joinsBetween(other, inferring) : []
  const pure = possible.filter(({ isPure }) => isPure)
  const found = pure.length > 0 ? pure : possible
  const [first, second] = found
  if (first && second) {
    const names = found
      .map(({ relation, key }) => `${quoted(relation)} with the key ${key.map(quoted).join(' and ')}`)
      .join(' and ')
    const ways = found.map(foreignKeyText)
    report.add(
      'JG507',
      declared.name.at,
      `${quoted(declared.name.value)} could go through ${names}: choose one`,
      { help: `write ${ways.join(', or ')}` },
    )
  }
  return (
    first && {
      relation: located(first.relation, first.at),
      key: first.key.map((column) => located(column, first.at)),
      join: first.join,
    }
  )
}

/**
 * Gives a many-to-many the datamodel's facts about its join. A relation of the related model without a join, and a
 * key that does not refer to this side, are reported (JG507), because such a relationship could load nothing, or the
 * wrong records.
 */
export function withJoin(declared: DeclaredSideload, inferring: Inferring): DeclaredSideload {
  const { through } = declared
  const other = relatedModel(declared, inferring)
  if (!through || !other || declared.kind?.value !== 'hasAndBelongsToMany') return declared
  const join = joinNamed(through, other, declared.primaryKey, inferring)
  if (join) return { ...declared, through: { ...through, join } }
  const { report, model } = inferring
  const { relation, key } = through
  const names = key.map(({ value }) => quoted(value)).join(' and ')
  const field = other.fields.get(relation.value)
  const [at, message] =
    field?.kind === 'relation'
      ? [
          key[0]?.at ?? relation.at,
          `${names} is not the key that connects ${quoted(relation.value)} of ${other.name} to ${model.name}`,
        ]
      : [
          relation.at,
          `Model ${quoted(other.name)} has no relation ${quoted(relation.value)}${didYouMean(relation.value, relationNames(other))}`,
        ]
  const ways = waysBetween(other, inferring)
  report.add('JG507', at, message, {
    help:
      ways.length > 0
        ? `write ${ways.join(', or ')}`
        : `no relation of ${other.name} connects it to ${model.name} through a join`,
    related: [{ at: other.at, message: 'the related model is here' }],
  })
  return { ...declared, broken: true }
}

const relationNames = ({ fields }: Model): readonly string[] =>
  [...fields.values()].flatMap(({ kind, name }) => (kind === 'relation' ? [name] : []))

/**
 * The join from a relation of the related model to this model through a key; undefined if the two do not form a
 * join.
 */
function joinNamed(
  { relation, key }: NonNullable<DeclaredSideload['through']>,
  other: Model,
  primaryKey: DeclaredSideload['primaryKey'],
  inferring: Inferring,
): JoinSchema | undefined {
  const { datamodel, model } = inferring
  const field = other.fields.get(relation.value)
  if (field?.kind !== 'relation') return undefined
  const columns = key.map(({ value }) => value)
  const referred = primaryKey?.map(({ value }) => value) ?? idColumnsOf(model, inferring)
  const there = oppositeOf(datamodel, other, field)
  if (!there) return undefined
  if (there.isList) {
    const isDirect = field.isList && field.model === model.name && columns.join() === referred.join()
    if (!isDirect) return undefined
    return { name: `_${field.relation}`, model: undefined, key: [field.name], otherKey: [there.name] }
  }
  const join = datamodel.models.get(field.model)
  const back = [...(join?.fields.values() ?? [])]
    .filter(leadsTo(model, there))
    .find(({ fields, references }) => {
      const inOrder = referred.map((column) => fields[references.indexOf(column)])
      return fields.length === columns.length && inOrder.join() === columns.join()
    })
  return back && { name: field.model, model: field.model, key: columns, otherKey: there.fields }
}

/** The possible declarations of joins between two models. */
function waysBetween(other: Model, inferring: Inferring): readonly string[] {
  const { datamodel, model } = inferring
  const direct = [...other.fields.values()].flatMap((field) =>
    field.kind === 'relation' &&
    field.isList &&
    field.model === model.name &&
    oppositeOf(datamodel, other, field)?.isList
      ? [{ relation: field.name, key: idColumnsOf(model, inferring) }]
      : [],
  )
  return [...direct, ...joinsBetween(other, inferring)].map(foreignKeyText)
}

const foreignKeyText = ({
  relation,
  key,
}: {
  readonly relation: string
  readonly key: readonly string[]
}): string => `foreignKey: { ${relation}: ${key.length === 1 ? key.join('') : `[${key.join(', ')}]`} }`

/** Reports a many-to-many whose join model may have two rows for the same pair (JG703). */
export function checkJoin(declared: DeclaredSideload, inferring: Inferring): void {
  const { through, name } = declared
  if (!through) return
  const { report } = inferring
  const other = relatedModel(declared, inferring)
  const join =
    other &&
    joinsBetween(other, inferring).find(
      ({ relation, key }) =>
        relation === through.relation.value && key.join() === through.key.map(({ value }) => value).join(),
    )
  if (!join || join.isPure) return
  const keys = join.columns.map(quoted).join(' and ')
  report.add(
    'JG703',
    name.at,
    `${quoted(name.value)} goes through ${join.model}, which has no unique key on ${keys}: a record can be linked twice`,
    {
      related: [{ at: join.at, message: 'the relation to the join is here' }],
      help: `write @@unique([${join.columns.join(', ')}]) in model ${join.model}`,
    },
  )
}

function relatedModel(
  declared: DeclaredSideload,
  { ofModel, resources, datamodel }: Inferring,
): Model | undefined {
  const target = resources.get(declared.resource?.value ?? '')
  const related = [...ofModel].find(([, list]) => target !== undefined && list.includes(target))?.[0]
  return datamodel.models.get(related ?? '')
}

interface Join {
  readonly relation: string
  readonly key: readonly string[]
  readonly at: Model['at']
  /** Whether the two keys alone identify its rows, as in a pure join. */
  readonly isPure: boolean
  /** The join model, and its columns with the two keys. */
  readonly model: string
  readonly columns: readonly string[]
  readonly join: JoinSchema
}

function joinsBetween(other: Model, inferring: Inferring): readonly Join[] {
  const { datamodel, model } = inferring
  return [...other.fields.values()].flatMap((field): readonly Join[] => {
    if (field.kind !== 'relation' || !field.isList) return []
    const join = datamodel.models.get(field.model)
    // If a model is joined with itself, the relation to the related model must differ from the relation back.
    const there = oppositeOf(datamodel, other, field)
    if (!join || join === model || !there) return []
    return [...join.fields.values()].filter(leadsTo(model, there)).flatMap((back): readonly Join[] => {
      const { foreignKey: key, primaryKey } = keysOf(back, model, inferring)
      // Only this side's id is compared with a join's key.
      if (primaryKey) return []
      const columns = [...new Set([...key, ...there.fields])]
      const isPure = isKeyOf(join, columns)
      const records = { name: join.name, model: join.name, key, otherKey: there.fields }
      return [{ relation: field.name, key, at: field.at, isPure, model: join.name, columns, join: records }]
    })
  })
}

function leadsTo(model: Model, there: RelationField): (field: Field) => field is RelationField {
  return (field): field is RelationField =>
    field.kind === 'relation' && field !== there && field.model === model.name && field.fields.length > 0
}

function isKeyOf({ compositeId, compositeUniques }: Model, columns: readonly string[]): boolean {
  return [compositeId ?? [], ...compositeUniques].some(
    (key) => key.length === columns.length && columns.every((column) => key.includes(column)),
  )
}
