import { didYouMean } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { DeclaredColumns, DeclaredResource, DeclaredSideload } from '../../schema/declared.js'
import { located, type Located } from '../../source/source.js'
import { isColumn, type Model, type RelationField } from '../datamodel.js'
import { usualType } from '../derived-types.js'
import { exposuresOf } from '../exposure.js'
import { columnNames } from './attribute.js'
import type { Inferring } from './context.js'
import { checkJoin, joinThrough } from './join.js'
import { readOnlyAtViews } from './view.js'
import { describeRelation, idColumnsOf, relationFacts, type RelationFacts } from './relation.js'

/** The sideloads of a resource, completed from the relations of its model; `all` is every one to a resource. */
export function inferSideloads(inferring: Inferring): readonly DeclaredSideload[] {
  const { resource, model, ofModel } = inferring
  const relations = [...model.fields.values()].filter((field) => field.kind === 'relation')
  const exposures = exposuresOf(model)
  const declared = resource.allSideloads
    ? relations
        .filter(({ name, model: other }) => ofModel.has(other) && exposures.get(name) === 'exposed')
        .map(silent)
    : resource.sideloads
  const { datamodel } = inferring
  return declared.map((each) => readOnlyAtViews(inferSideload(each, inferring), model, datamodel))
}

function inferSideload(declared: DeclaredSideload, inferring: Inferring): DeclaredSideload {
  const { model, leftOut } = inferring
  // That what it leads to was left out has been said.
  const { name, resource, groups } = declared
  const field = model.fields.get(name.value)
  const targets = [resource, ...groups.map((group) => group.resource)]
  const isLeftOut =
    targets.some((each) => each && leftOut.types.has(each.value)) ||
    (field?.kind === 'relation' && resource === undefined && leftOut.models.has(field.model))
  if (isLeftOut) return { ...declared, broken: true }
  if (field?.kind === 'relation' && declared.kind?.value !== 'custom') {
    return fromRelation(declared, field, inferring)
  }
  if (declared.kind?.value === 'hasAndBelongsToMany') {
    const through = declared.through ?? joinThrough(declared, inferring)
    checkJoin({ ...declared, through }, inferring)
    return { ...declared, through }
  }
  if (isPolymorphicOverSeveral(declared, inferring)) return { ...declared, broken: true }
  checkColumns(declared, inferring)
  return declared.kind === undefined ? { ...declared, broken: true } : declared
}

/** A polymorphic key is one column, and names no record of a composite id: such a sideload is left out, and reported (JG509). */
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
  const message = `${quoted(value)} is left out: the id of ${composite.name} is made of ${columns}, and a polymorphic key is one column`
  report.add('JG509', at, message, {
    related: [{ at: composite.at, message: `${quoted(composite.name)} is here` }],
    help: 'write primaryKey: a column of it that is unique, or leave the group out',
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
  return {
    ...declared,
    broken: resource === undefined,
    description: declared.description ?? field.description,
    kind: declared.kind ?? located(kind, at),
    resource,
    foreignKey: declared.foreignKey ?? optional(foreignKey, at),
    primaryKey: declared.primaryKey ?? optional(primaryKey, at),
    through:
      declared.through ??
      (through && {
        relation: located(through.relation, at),
        key: through.key.map((column) => located(column, at)),
      }),
  }
}

/** The resource over the model that a relation leads to: there has to be one, and only one. */
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
      `No resource is over model ${quoted(field.model)}, which this leads to`,
      {
        related: [{ at: field.at, message: 'the relation is here' }],
        help: `add the resource ${quoted(usualType(field.model))}, or leave ${quoted(declared.name.value)} out`,
      },
    )
  } else if (second !== undefined) {
    const types = (ofModel.get(field.model) ?? []).map(({ type }) => type.value)
    report.add(
      'JG507',
      declared.name.at,
      `Several resources are over model ${quoted(field.model)}: name one`,
      {
        help: `write resource: ${types.join(', or resource: ')}`,
      },
    )
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
  // has_one over a relation of many is the first of them, and so no contradiction (rule 9.2).
  const isNarrower = declared.kind?.value === 'hasOne' && facts.kind === 'hasMany'
  if (declared.kind && declared.kind.value !== facts.kind && !isNarrower) {
    report.add(
      'JG507',
      declared.kind.at,
      `${name} is ${declared.kind.value} here, and ${facts.kind} in model ${quoted(model.name)}`,
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
    const message = `${name} leads to model ${quoted(field.model)}, which ${quoted(target.type.value)} is not over`
    report.add('JG507', declared.resource.at, message, { related })
  }
}

// Keys that no relation explains: the column has to be there, on the side that the kind says.
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
        help: `${allowed(names)}; anything else needs a kind`,
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
    description: undefined,
    kind: undefined,
    resource: undefined,
    foreignKey: undefined,
    through: undefined,
    primaryKey: undefined,
    linkage: false,
    readable: undefined,
    writable: undefined,
    many: undefined,
    as: undefined,
    groupBy: undefined,
    groups: [],
    broken: false,
  }
}
