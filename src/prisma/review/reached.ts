import type { Report } from '../../diagnostic/report.js'
import { listed, quoted } from '../../diagnostic/words.js'
import { linkGuards } from '../../schema/relations.js'
import type { ResourceSchema, Schema, SideloadSchema } from '../../schema/schema.js'
import type { Action } from '../../schema/types.js'
import { oppositeOf, type Datamodel, type Model, type RelationField } from '../datamodel.js'
import { isOver, relationsOf, resourcesOver, type Reviewed } from './reviewed.js'

/**
 * Notes the effects of a destroy through the datamodel's rules (JG807): other records are destroyed, keys become null,
 * links disappear. The store does this by itself, without checking the policies of the affected resources.
 */
export function noteReached(reviewed: Reviewed, report: Report): void {
  const { resource, schema, datamodel } = reviewed
  const destroy = guardOf(resource, 'destroy')
  if (destroy === false) return
  for (const effect of effectsOn(reviewed.model, datamodel)) {
    const names = namesOf(effect, resource, schema)
    if (names.some(({ dependent }) => dependent === 'restrict')) continue
    const reached = reachedBy(effect, { schema, datamodel }, new Set([reviewed.model.name]))
      .filter((one) => hasSay(one, destroy, schema))
      .map(({ target }) => target.type)
    const types = [...new Set(reached)]
    if (types.length === 0) continue
    const message = `Destroying ${quoted(resource.type)} affects ${listed(types.map(quoted))} without checking their policies: ${effect.why}`
    const [name] = names
    report.add('JG807', name?.at ?? resource.at, message, {
      help: name
        ? `write dependent: restrict on ${quoted(name.name)} to prevent this while such records exist; if this is intended, change nothing`
        : `write onDelete: Restrict in the datamodel, or declare the relation as a sideload with dependent: restrict; if this is intended, change nothing`,
      related: [{ at: effect.field.at, message: 'the relation is here' }],
    })
  }
}

/** The effect of a destroy on another model's records that refer to the destroyed record. */
interface Effect {
  readonly kind: 'destroys' | 'changes' | 'unlinks'
  /** The model whose rows are destroyed or changed; for a join without a model, the model at the other end. */
  readonly model: Model
  readonly field: RelationField
  readonly why: string
}

/** A resource that an effect reaches. */
interface Reached {
  readonly effect: Effect
  readonly target: ResourceSchema
}

function effectsOn(model: Model, datamodel: Datamodel): readonly Effect[] {
  const byKey = [...datamodel.models.values()].flatMap((other) =>
    relationsOf(other).flatMap((field): readonly Effect[] => {
      if (field.model !== model.name || field.fields.length === 0) return []
      const why = `${other.name}.${field.name} has onDelete: ${field.onDelete}`
      if (field.onDelete === 'Cascade') return [{ kind: 'destroys', model: other, field, why }]
      const isChange = field.onDelete === 'SetNull' || field.onDelete === 'SetDefault'
      return isChange ? [{ kind: 'changes', model: other, field, why }] : []
    }),
  )
  const byJoin = relationsOf(model).flatMap((field): readonly Effect[] => {
    const other = datamodel.models.get(field.model)
    if (!other || !field.isList || !oppositeOf(datamodel, model, field)?.isList) return []
    const why = `the links of ${model.name}.${field.name} are deleted too`
    return [{ kind: 'unlinks', model: other, field, why }]
  })
  return [...byKey, ...byJoin]
}

/**
 * The resources that an effect reaches: the resources of its model, and, if rows are destroyed, the resources
 * that refer to them.
 */
function reachedBy(
  effect: Effect,
  about: Pick<Reviewed, 'schema' | 'datamodel'>,
  seen: ReadonlySet<string>,
): readonly Reached[] {
  const { schema, datamodel } = about
  const { kind, model } = effect
  const here = resourcesOver(schema, model.name).map((target) => ({ effect, target }))
  if (kind !== 'destroys' || seen.has(model.name)) return here
  const further = effectsOn(model, datamodel).flatMap((next) =>
    reachedBy(next, about, new Set([...seen, model.name])),
  )
  return [...here, ...otherEnds(effect, schema), ...further]
}

/**
 * If no resource has the join model of a destroyed row, the link disappears, so the effect reaches the resource at the
 * other end.
 */
function otherEnds(effect: Effect, schema: Schema): readonly Reached[] {
  const { model, field } = effect
  if (resourcesOver(schema, model.name).length > 0) return []
  const ends = relationsOf(model).filter((other) => other.fields.length > 0 && other !== field)
  const isJoin = schema.resources.some(({ sideloads }) => sideloads.some((each) => joinsOver(each, model)))
  return isJoin
    ? ends.flatMap((end) =>
        resourcesOver(schema, end.model).map((target) => ({
          effect: { ...effect, kind: 'unlinks' as const },
          target,
        })),
      )
    : []
}

const joinsOver = (sideload: SideloadSchema, { name }: Model): boolean =>
  sideload.kind === 'hasAndBelongsToMany' && sideload.join?.model === name

/**
 * Whether a resource has a policy that is relevant to the effect and that differs from the permission to destroy the
 * first record.
 */
function hasSay({ effect, target }: Reached, destroy: boolean | string, schema: Schema): boolean {
  if (target.scopes.length > 0) return true
  const guards =
    effect.kind === 'destroys'
      ? [guardOf(target, 'destroy')]
      : [
          ...(effect.kind === 'changes' ? [guardOf(target, 'update')] : []),
          ...target.sideloads
            .filter((each) => isNameOf(each, effect))
            .flatMap((each) => linkGuards(target, each, schema.resources).writable),
        ]
  return guards.some((guard) => guard !== true && guard !== destroy)
}

/** Whether a sideload of a reached resource has the changed key, or the join of the removed link. */
function isNameOf(sideload: SideloadSchema, { kind, field, model }: Effect): boolean {
  if (kind === 'changes') return sideload.kind === 'belongsTo' && isOver(sideload, field.fields)
  if (sideload.kind !== 'hasAndBelongsToMany') return false
  return sideload.join?.model === undefined
    ? sideload.join?.name === `_${field.relation}`
    : sideload.join.model === model.name
}

/** The sideloads of the resource whose records an effect changes. */
function namesOf(effect: Effect, { sideloads }: ResourceSchema, schema: Schema): readonly SideloadSchema[] {
  const { kind, field, model } = effect
  const over = resourcesOver(schema, model.name).map(({ type }) => type)
  return sideloads.filter((each) => {
    if (each.kind === 'hasMany' || each.kind === 'hasOne') {
      return kind !== 'unlinks' && isOver(each, field.fields) && over.includes(each.resource)
    }
    return kind === 'unlinks' ? isNameOf(each, effect) : joinsOver(each, model)
  })
}

const guardOf = ({ access }: ResourceSchema, action: Action): boolean | string =>
  access.find((each) => each.action === action)?.guard ?? true
