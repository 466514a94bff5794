import { severityOf } from '../../diagnostic/catalogue.js'
import { didYouMean, suggest } from '../../diagnostic/suggest.js'
import { allowed, quoted } from '../../diagnostic/words.js'
import type { Report } from '../../diagnostic/report.js'
import { resourceNames } from '../../name/resource-names.js'
import type { DeclaredResource, DeclaredSchema } from '../../schema/declared.js'
import { attributeType } from '../../schema/directory.js'
import { located } from '../../source/source.js'
import type { ValueType } from '../../schema/types.js'
import { isColumn, type Datamodel, type Model } from '../datamodel.js'
import { inferAttributes, typeOfNothing } from './attribute.js'
import { columnType } from './column-type.js'
import { usualType } from '../derived-types.js'
import type { Inferring } from './context.js'
import { checkFillable, filledByStore, noteUnfilled } from './fillable.js'
import { checkLinkable } from './linkable.js'
import { canHaveId, inferId } from './id.js'
import { canBeRead } from './misread.js'
import { cursorlessColumns } from './cursorless.js'
import { inferSideloads } from './sideload.js'
import { actionsOf } from './view.js'

/**
 * Completes a declared schema from a datamodel: types, nullability, enums, ids, relations and keys that it
 * omits. Contradictions are reported with both locations (JG503 to JG509).
 */
export function inferSchema(written: DeclaredSchema, datamodel: Datamodel, report: Report): DeclaredSchema {
  const declared = withMeantModels(written, datamodel, report)
  const onPrisma = declared.resources.filter(({ adapter }) => adapter?.value !== 'null')
  const models = new Map(onPrisma.map((each) => [each, datamodel.models.get(modelNameOf(each))]))
  const resources = new Map(declared.resources.map((each) => [each.type.value, each]))
  const ofModel = new Map<string, DeclaredResource[]>()
  const types = new Set<string>()
  for (const [resource, model] of models) {
    if (!model) continue
    const isOnKysely = (resource.adapter ?? declared.adapter)?.value === 'kysely'
    const isServed = canHaveId(resource, model, report) && (isOnKysely || canBeRead(resource, model, report))
    if (!isServed) types.add(resource.type.value)
    else ofModel.set(model.name, [...(ofModel.get(model.name) ?? []), resource])
  }
  const without = [...models].flatMap(([{ type }, model]) =>
    model && types.has(type.value) ? [model.name] : [],
  )
  const leftOut = { models: new Set(without.filter((name) => !ofModel.has(name))), types }
  const inferred = declared.resources
    .filter(({ type }) => !types.has(type.value))
    .map((resource) => {
      const model = models.get(resource)
      if (model) return inferResource({ resource, model, datamodel, resources, ofModel, leftOut, report })
      return models.has(resource) ? withoutModel(resource) : resource
    })
  // An existing error may be the reason why nothing fills the column.
  const isFaulty = report.list().some(({ code }) => severityOf(code) === 'error')
  const checked = inferred.map((resource) => {
    const [, model] = [...models].find(([{ type }]) => type === resource.type) ?? []
    if (!model || isFaulty) return resource
    const unfilled = checkFillable(resource, model, { ...declared, resources: inferred }, report)
    noteUnfilled(resource, model, declared.defaults, report)
    checkLinkable(resource, datamodel, declared.defaults, report)
    return { ...resource, unfilled }
  })
  if (inferred.length === 0 && declared.resources.length > 0) {
    report.add(
      'JG210',
      declared.resources[0]?.type.at ?? declared.at,
      'The schema has no remaining resources',
    )
  }
  return { ...declared, resources: checked }
}

function inferResource(inferring: Inferring): DeclaredResource {
  const { resource, model, datamodel, report } = inferring
  const id = inferId(inferring)
  return {
    ...resource,
    description: resource.description ?? model.description,
    ...id,
    cursorless: cursorlessColumns({ ...resource, ...id }, model, datamodel),
    attributes: { kind: 'listed', items: inferAttributes(inferring) },
    columns: columnsOf(model, datamodel),
    filled: filledByStore(model),
    sideloads: inferSideloads(inferring),
    actions: actionsOf(resource, model, report),
    allSideloads: undefined,
  }
}

// The unknown model is already reported, so its missing facts are not.
function withoutModel(resource: DeclaredResource): DeclaredResource {
  const { attributes, sideloads } = resource
  const items = attributes.kind === 'listed' ? attributes.items : []
  return {
    ...resource,
    attributes: {
      kind: 'listed',
      items: items.map((each) => (each.type ? each : { ...each, ...typeOfNothing(each) })),
    },
    sideloads: sideloads.map((each) => (each.kind ? each : { ...each, broken: true })),
    allSideloads: undefined,
  }
}

const modelNameOf = ({ model, type }: DeclaredResource): string =>
  model?.value ?? resourceNames(type.value).stem

/**
 * Reports unknown models (JG503). If the model of a resource is misspelled, the resource continues with the
 * intended model. If its type is also misspelled, it continues with that model's type. Uses of the correct
 * names are then not faults.
 */
function withMeantModels(declared: DeclaredSchema, datamodel: Datamodel, report: Report): DeclaredSchema {
  const { resources } = declared
  const names = [...datamodel.models.keys()]
  const taken = new Set(resources.map(modelNameOf))
  const types = new Set(resources.map(({ type }) => type.value))
  const used = new Set(
    resources
      .flatMap(({ sideloads }) =>
        sideloads.flatMap(({ resource, groups }) => [resource, ...groups.map((group) => group.resource)]),
      )
      .map((reference) => reference?.value),
  )
  return {
    ...declared,
    resources: resources.map((each) => {
      const name = modelNameOf(each)
      if (each.adapter?.value === 'null' || datamodel.models.has(name)) return each
      const at = each.model?.at ?? each.type.at
      report.add('JG503', at, `Unknown model ${quoted(name)}${didYouMean(name, names)}`, {
        help: allowed(names),
        unknown: each.type.value,
      })
      const meant = suggest(name, names)
      if (meant === undefined || taken.has(meant)) return each
      const usual = usualType(meant)
      const isMisspelt = each.model === undefined && !types.has(usual) && !used.has(each.type.value)
      return {
        ...each,
        model: located(meant, at),
        ...(isMisspelt && { type: located(usual, each.type.at) }),
      }
    }),
  }
}

function columnsOf(model: Model, datamodel: Datamodel): ReadonlyMap<string, ValueType> {
  const columns = [...model.fields.values()].filter(isColumn)
  return new Map(columns.map((field) => [field.name, attributeType(columnType(field, datamodel))]))
}
