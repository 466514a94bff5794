import type { Report } from '../diagnostic/report.js'
import { located } from '../source/source.js'
import { annotationsIn, refuseAnnotations } from './annotation/collect.js'
import { applyToColumn, applyToRelation, givenName } from './annotation/field-annotations.js'
import type { ResourceTree } from './annotation/sections.js'
import { isColumn, isSoleKey, type Model } from './datamodel.js'
import { keyFault } from './infer/id.js'
import { endlessRelation, fieldLikeOperator, misreadFor } from './infer/misread.js'
import { exposuresOf, noteLeftOut, noteRenamed, type Exposure } from './exposure.js'
import { wireNamesOf } from './wire-names.js'
import type { Block } from './scan/blocks.js'

/**
 * Adds the fields of a model to its resource. Columns become attributes unless they are keys or their names suggest
 * secrets, and relations to exposed models become sideloads. Annotations may change that. Omitted fields
 * are reported as notes.
 */
export function addFields(
  block: Block,
  model: Model,
  exposed: ReadonlySet<string>,
  resource: ResourceTree,
  report: Report,
): void {
  const exposures = exposuresOf(model)
  const members = block.members.map((member) => ({ member, field: model.fields.get(member.name.value) }))
  const annotationsOf = new Map(
    members.map(({ member, field }) => {
      const place = isColumn(field) ? 'column' : 'relation'
      return [member.name.value, field ? annotationsIn(member.docs, place, report) : []]
    }),
  )
  const given = [...annotationsOf].flatMap(([field, annotations]): [string, string][] => {
    const name = givenName(annotations)
    return name === undefined ? [] : [[field, name]]
  })
  const names = wireNamesOf(model, new Map(given))
  const leftOut = new Map<string, Exposure>()
  const renamed = new Map<string, string>()
  const relations = new Map<string, string>()
  for (const { member, field } of members) {
    const { name, docs } = member
    if (!field) {
      refuseAnnotations(docs, `Prisma's client cannot read the field "${name.value}"`, report)
    } else if (field.kind === 'relation') {
      const annotations = annotationsOf.get(field.name) ?? []
      const wire = names.get(field.name) ?? field.name
      const called = { relation: field.name, wire: located(wire, name.at) }
      const isSideload = applyToRelation(called, annotations, exposed.has(field.model), resource, report)
      const isDerived = wire !== field.name && givenName(annotations) === undefined
      if (isSideload && isDerived) relations.set(field.name, wire)
    } else {
      const annotations = annotationsOf.get(field.name) ?? []
      const usual = exposures.get(field.name) ?? 'exposed'
      const isExposed = (exposure: 'never' | 'usually' | 'always'): boolean => {
        if (exposure === 'usually' && usual === 'secret') leftOut.set(field.name, usual)
        if (exposure === 'always') return !isSoleKey(field, model)
        return exposure === 'usually' && usual === 'exposed'
      }
      // Clients always see the id as `id`, even if its column has another name.
      const wire = isSoleKey(field, model) ? 'id' : (names.get(field.name) ?? field.name)
      const called = { column: field.name, wire: located(wire, name.at) }
      const isAttribute = applyToColumn(called, annotations, isExposed, resource, report)
      if (isAttribute && wire !== field.name && givenName(annotations) === undefined) {
        renamed.set(field.name, wire)
      }
    }
  }
  // If a whole model is omitted, nothing is reported about its fields.
  const isOmitted = keyFault(model) !== undefined || misreadFor(model) || fieldLikeOperator(model)
  if (isOmitted || endlessRelation(model)) return
  const cure = 'write @jsonapi.attribute above the fields to expose, and @jsonapi.hidden above the others'
  noteLeftOut(model, leftOut, { at: block.name.at, cure, report })
  noteRenamed(model, renamed, {
    at: block.name.at,
    cure: 'choose a different name: @jsonapi.attribute(name: "…") above the column',
    report,
  })
  noteRenamed(model, relations, {
    at: block.name.at,
    cure: 'choose a different name: @jsonapi.sideload(name: "…") above the relation',
    report,
  })
}
