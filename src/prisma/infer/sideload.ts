import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { DeclaredColumns, DeclaredResource, DeclaredSideload } from '../../schema/declared.js'
import { located, type Located } from '../../source/source.js'
import { isColumn, type Model, type RelationField } from '../datamodel.js'
import { usualType } from '../derived-types.js'
import { noteRenamed } from '../exposure.js'
import { columnNames } from './attribute.js'
import type { Inferring } from './context.js'
import { isNamedSideload, wireNamesIn } from './given-names.js'
import { checkJoin, joinThrough, withJoin } from './join.js'
import { withNullability } from './nullability.js'
import { readOnlyAtViews } from './view.js'
import { describeRelation, idColumnsOf, relationFacts, type RelationFacts } from './relation.js'

/** A resource's sideloads, completed from its model's relations. `all` means every relation to a resource. */
export function inferSideloads(inferring: Inferring): readonly DeclaredSideload[] {
  const { resource, model, ofModel } = inferring
  const { datamodel } = inferring
  const declared = resource.allSideloads
    ? relationsOf(model)
        .filter((field) => ofModel.has(field.model))
        .map(silent)
    : resource.sideloads
  return renamed(declared, inferring).map((each) =>
    readOnlyAtViews(inferSideload(each, inferring), model, datamodel),
  )
}

const relationsOf = (model: Model): readonly RelationField[] =>
  [...model.fields.values()].filter((field) => field.kind === 'relation')

/** Sideloads get different names if the names of their relations are not allowed. A note reports this (JG805). */
function renamed(
  items: readonly DeclaredSideload[],
  { resource, model, report }: Inferring,
): readonly DeclaredSideload[] {
  const attributes = resource.attributes.kind === 'listed' ? resource.attributes.items : []
  const names = wireNamesIn(resource, attributes, model)
  return items.map((item) => {
    const { value, at } = item.name
    const wire = names.get(value)
    const isNamed = isNamedSideload(item, model) && resource.allSideloads === undefined
    if (isNamed || wire === undefined || wire === value) return item
    const cure = `choose a different name: sideloads: { ${wire}: { relation: ${value} } }`
    noteRenamed(model, new Map([[value, wire]]), { at: resource.allSideloads ?? at, cure, report })
    return { ...item, name: located(wire, at), relation: item.name }
  })
}

function inferSideload(declared: DeclaredSideload, inferring: Inferring): DeclaredSideload {
  const { model, leftOut } = inferring
  // It has already been reported that the target was omitted.
  const { name, relation, resource, groups } = declared
  const field = relation
    ? model.fields.get(relation.value)
    : (model.fields.get(name.value) ?? byKey(declared, inferring))
  if (relation && field?.kind !== 'relation') return withoutRelation(declared, relation, inferring)
  const targets = [resource, ...groups.map((group) => group.resource)]
  const isLeftOut =
    targets.some((each) => each && leftOut.types.has(each.value)) ||
    (field?.kind === 'relation' && resource === undefined && leftOut.models.has(field.model))
  if (isLeftOut) return { ...declared, broken: true }
  if (field?.kind === 'relation' && declared.kind?.value !== 'custom') {
    return withKeyThere(fromRelation(declared, field, inferring), field, inferring)
  }
  if (declared.kind?.value === 'hasAndBelongsToMany') {
    const through = declared.through ?? joinThrough(declared, inferring)
    checkJoin({ ...declared, through }, inferring)
    return declared.through ? withJoin(declared, inferring) : { ...declared, through }
  }
  if (isPolymorphicOverSeveral(declared, inferring)) return { ...declared, broken: true }
  checkColumns(declared, inferring)
  return declared.kind === undefined
    ? { ...declared, broken: true }
    : withNullability(declared, undefined, inferring)
}

/**
 * If this side of a one-to-one does not have the key, lists the columns of the key, in the other model, that
 * are never null.
 */
function withKeyThere(
  declared: DeclaredSideload,
  { model }: RelationField,
  { datamodel }: Inferring,
): DeclaredSideload {
  if (declared.kind?.value !== 'hasOne') return declared
  const fields = datamodel.models.get(model)?.fields
  const neverNull = (declared.foreignKey ?? []).flatMap(({ value }) => {
    const column = fields?.get(value)
    return isColumn(column) && column.isRequired ? [value] : []
  })
  return { ...declared, neverNull }
}

/** The relation of a sideload with a different name: the only relation with the same key and target. */
function byKey(declared: DeclaredSideload, inferring: Inferring): RelationField | undefined {
  const { model, resources, ofModel } = inferring
  const { kind, resource, foreignKey, primaryKey } = declared
  const target = resources.get(resource?.value ?? '')
  if (!target || !foreignKey || !kind) return undefined
  const key = namesOf(foreignKey)
  const found = relationsOf(model).filter((field) => {
    const facts = ofModel.get(field.model)?.includes(target) ? relationFacts(field, inferring) : undefined
    const isSame = facts?.kind === kind.value && facts.foreignKey?.join() === key
    return isSame && (primaryKey === undefined || namesOf(primaryKey) === facts.primaryKey?.join())
  })
  return found.length === 1 ? found[0] : undefined
}

const namesOf = (columns: DeclaredColumns): string => columns.map(({ value }) => value).join()

function withoutRelation(
  declared: DeclaredSideload,
  { value, at }: Located<string>,
  { model, report }: Inferring,
): DeclaredSideload {
  const names = relationsOf(model).map(({ name }) => name)
  const message = `Model ${quoted(model.name)} has no relation ${quoted(value)}${didYouMean(value, names)}`
  report.add('JG507', at, message, {
    help: allowed(names),
    related: [{ at: model.at, message: 'the model is here' }],
  })
  return { ...declared, broken: true }
}

/**
 * A polymorphic key is one column, so it cannot refer to a composite id. Such a sideload is omitted and reported
 * (JG509).
 */
function isPolymorphicOverSeveral(declared: DeclaredSideload, inferring: Inferring): boolean {
  const { datamodel, model, ofModel, report, resource, resources } = inferring
  const modelOf = (each: DeclaredResource | undefined): Model | undefined =>
    datamodel.models.get([...ofModel].find(([, list]) => each && list.includes(each))?.[0] ?? '')
  const named =
    declared.kind?.value === 'polymorphicBelongsTo'
      ? declared.groups
          .filter(({ primaryKey }) => primaryKey === undefined)
          .map((group) => resources.get(group.resource?.value ?? ''))
      : declared.kind?.value === 'polymorphicHasMany' && declared.primaryKey === undefined
        ? [resource]
        : []
  const over = named.map((each) => (each === resource ? model : modelOf(each)))
  const composite = over.find((each) => each && idColumnsOf(each, inferring).length > 1)
  if (!composite) return false
  const columns = idColumnsOf(composite, inferring).map(quoted).join(' and ')
  const { value, at } = declared.name
  const message = `${quoted(value)} is omitted: the id of ${composite.name} consists of ${columns}, but a polymorphic key has only one column`
  report.add('JG509', at, message, {
    related: [{ at: composite.at, message: `${quoted(composite.name)} is defined here` }],
    help: 'set primaryKey to one of its unique columns, or remove the group',
  })
  return true
}

function fromRelation(
  declared: DeclaredSideload,
  field: RelationField,
  inferring: Inferring,
): DeclaredSideload {
  const facts = relationFacts(field, inferring)
  if (!facts) return { ...declared, broken: true }
  contradict(declared, facts, field, inferring)
  const at = field.at
  const { kind, foreignKey, primaryKey, through } = facts
  const resource = declared.resource ?? resourceOf(field, declared, inferring)
  const completed: DeclaredSideload = {
    ...declared,
    broken: resource === undefined,
    description: declared.description ?? field.description,
    kind: declared.kind ?? located(kind, at),
    resource,
    relation: declared.relation ?? located(field.name, at),
    foreignKey: declared.foreignKey ?? optional(foreignKey, at),
    primaryKey: declared.primaryKey ?? optional(primaryKey, at),
    through:
      declared.through ??
      (through && {
        relation: located(through.relation, at),
        key: through.key.map((column) => located(column, at)),
        join: through.join,
      }),
  }
  if (declared.through && resource) return withJoin(completed, inferring)
  return withNullability(completed, field, inferring)
}

/** The resource of a relation's target model. There must be exactly one. */
function resourceOf(
  field: RelationField,
  declared: DeclaredSideload,
  { ofModel, report }: Inferring,
): Located<string> | undefined {
  const [first, second] = ofModel.get(field.model) ?? []
  if (first === undefined) {
    report.add(
      'JG401',
      declared.name.at,
      `This relation refers to model ${quoted(field.model)}, which has no resource`,
      {
        related: [{ at: field.at, message: 'the relation is here' }],
        help: `add the resource ${quoted(usualType(field.model))}, or remove ${quoted(declared.name.value)}`,
        unknown: usualType(field.model),
      },
    )
  } else if (second !== undefined) {
    const types = (ofModel.get(field.model) ?? []).map(({ type }) => type.value)
    report.add('JG507', declared.name.at, `Model ${quoted(field.model)} has several resources: choose one`, {
      help: `write resource: ${types.join(', or resource: ')}`,
    })
  }
  return first && located(first.type.value, field.at)
}

function contradict(
  declared: DeclaredSideload,
  facts: RelationFacts,
  field: RelationField,
  inferring: Inferring,
): void {
  const { report, resources, model } = inferring
  const related = [{ at: field.at, message: `the relation is ${describeRelation(facts)}` }]
  const target = resources.get(declared.resource?.value ?? '')
  const name = quoted(declared.name.value)
  // has_one over a to-many relation is its first record, which is not a contradiction (rule 9.2).
  const isNarrower = declared.kind?.value === 'hasOne' && facts.kind === 'hasMany'
  if (declared.kind && declared.kind.value !== facts.kind && !isNarrower) {
    report.add(
      'JG507',
      declared.kind.at,
      `${name} is ${declared.kind.value} here, but ${facts.kind} in model ${quoted(model.name)}`,
      { related },
    )
  } else if (
    declared.foreignKey &&
    facts.foreignKey !== undefined &&
    declared.foreignKey.map(({ value }) => value).join() !== facts.foreignKey.join()
  ) {
    report.add(
      'JG507',
      declared.foreignKey[0]?.at ?? declared.name.at,
      `The foreign key of ${name} is ${facts.foreignKey.map(quoted).join(' and ')} in the datamodel`,
      { related },
    )
  }
  if (declared.resource && target && !(inferring.ofModel.get(field.model) ?? []).includes(target)) {
    const message = `${name} refers to model ${quoted(field.model)}, but the resource ${quoted(target.type.value)} has a different model`
    report.add('JG507', declared.resource.at, message, { related })
  }
}

// Keys without a relation: the column must exist, on the side that the kind requires.
function checkColumns(declared: DeclaredSideload, inferring: Inferring): void {
  const { model, datamodel, resources, ofModel } = inferring
  const target = resources.get(declared.resource?.value ?? '')
  const targetModel = [...ofModel].find(([, list]) => target !== undefined && list.includes(target))?.[0]
  const other = datamodel.models.get(targetModel ?? '')
  switch (declared.kind?.value) {
    case 'belongsTo':
      checkColumnsOf(declared.foreignKey, model, inferring)
      break
    case 'hasMany':
    case 'hasOne':
    case 'polymorphicHasMany':
      if (other) checkColumnsOf(declared.foreignKey, other, inferring)
      break
    case 'polymorphicBelongsTo':
      checkColumn(declared.groupBy, model, inferring)
      for (const group of declared.groups) checkColumn(group.foreignKey, model, inferring)
      break
    case 'hasAndBelongsToMany':
    case 'custom':
      break
    case undefined: {
      const names = [...model.fields.values()]
        .filter(({ kind }) => kind === 'relation')
        .map(({ name }) => name)
      const { value, at } = declared.name
      const message = `Model ${quoted(model.name)} has no relation ${quoted(value)}${didYouMean(value, names)}`
      inferring.report.add('JG507', at, message, {
        help: `${allowed(names)}; a sideload with a different name needs a kind`,
        related: [{ at: model.at, message: 'the model is here' }],
      })
    }
  }
}

function checkColumnsOf(columns: DeclaredColumns | undefined, model: Model, inferring: Inferring): void {
  for (const column of columns ?? []) checkColumn(column, model, inferring)
}

function checkColumn(column: Located<string> | undefined, model: Model, { report }: Inferring): void {
  if (column === undefined || isColumn(model.fields.get(column.value))) return
  const names = columnNames(model)
  const message = `Model ${quoted(model.name)} has no column ${quoted(column.value)}${didYouMean(column.value, names)}`
  report.add('JG504', column.at, message, {
    help: allowed(names),
    related: [{ at: model.at, message: 'the model is here' }],
  })
}

function optional(
  columns: readonly string[] | undefined,
  at: Located<string>['at'],
): DeclaredColumns | undefined {
  return columns?.map((column) => located(column, at))
}

function silent(field: RelationField): DeclaredSideload {
  return {
    name: located(field.name, field.at),
    relation: undefined,
    description: undefined,
    deprecated: undefined,
    kind: undefined,
    resource: undefined,
    foreignKey: undefined,
    through: undefined,
    primaryKey: undefined,
    linkage: false,
    readable: undefined,
    writable: undefined,
    dependent: undefined,
    nullable: undefined,
    required: undefined,
    many: undefined,
    as: undefined,
    groupBy: undefined,
    groups: [],
    broken: false,
  }
}
