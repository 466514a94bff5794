import type { Report } from '../diagnostic/report.js'
import { located } from '../source/source.js'
import { annotationsIn, refuseAnnotations } from './annotation/collect.js'
import { applyToColumn, applyToRelation } from './annotation/field-annotations.js'
import type { ResourceTree } from './annotation/sections.js'
import type { Model } from './datamodel.js'
import { modelNotYet } from './not-yet.js'
import { exposuresOf, noteLeftOut, type Exposure } from './exposure.js'
import type { Block } from './scan/blocks.js'

/**
 * Adds the fields of a model to its resource: columns that are neither keys nor sound secret become attributes, and
 * relations to exposed models sideloads, unless annotations say otherwise. What is left out is noted.
 */
export function addFields(
  block: Block,
  model: Model,
  exposed: ReadonlySet<string>,
  resource: ResourceTree,
  report: Report,
): void {
  const exposures = exposuresOf(model)
  const leftOut = new Map<string, Exposure>()
  for (const { name, docs } of block.members) {
    const field = model.fields.get(name.value)
    if (!field) {
      refuseAnnotations(docs, `Prisma's client cannot read the field "${name.value}"`, report)
    } else if (field.kind === 'relation') {
      const annotations = annotationsIn(docs, 'relation', report)
      const leadsSomewhere = exposed.has(field.model)
      const exposure = exposures.get(field.name) ?? 'exposed'
      const isSilent = annotations.length === 0
      if (leadsSomewhere && isSilent && exposure === 'name') leftOut.set(field.name, exposure)
      const isExposed = leadsSomewhere && (exposure === 'exposed' || !isSilent)
      applyToRelation(name, annotations, isExposed, resource, report)
    } else {
      const annotations = annotationsIn(docs, 'column', report)
      const usual = exposures.get(field.name) ?? 'exposed'
      const isExposed = (exposure: 'never' | 'usually' | 'always'): boolean => {
        if (exposure === 'usually' && usual !== 'exposed' && usual !== 'key') leftOut.set(field.name, usual)
        return exposure === 'always' ? field !== model.id : exposure === 'usually' && usual === 'exposed'
      }
      // Whatever its column is called, a client knows the id as `id`.
      const called = field === model.id ? located('id', name.at) : name
      applyToColumn(called, annotations, isExposed, resource, report)
    }
  }
  const cure = 'write @jsonapi.attribute above what is to be exposed, and @jsonapi.hidden above the rest'
  // Of a model that is left out as a whole, nothing else is said.
  if (modelNotYet(model) === undefined) noteLeftOut(model, leftOut, { at: block.name.at, cure, report })
}
