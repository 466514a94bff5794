import type { Report } from '../diagnostic/report.js'
import { located } from '../source/source.js'
import { annotationsIn, refuseAnnotations } from './annotation/collect.js'
import { applyToColumn, applyToRelation } from './annotation/field-annotations.js'
import type { ResourceTree } from './annotation/sections.js'
import { foreignKeysOf, type Model } from './datamodel.js'
import type { Block } from './scan/blocks.js'

/**
 * Adds the fields of a model to its resource: columns that are neither the id nor a foreign key become attributes, and
 * relations to exposed models sideloads, unless annotations say otherwise.
 */
export function addFields(
  block: Block,
  model: Model,
  exposed: ReadonlySet<string>,
  resource: ResourceTree,
  report: Report,
): void {
  const keys = foreignKeysOf(model)
  for (const { name, docs } of block.members) {
    const field = model.fields.get(name.value)
    if (!field) {
      refuseAnnotations(docs, `Prisma's client cannot read the field "${name.value}"`, report)
    } else if (field.kind === 'relation') {
      applyToRelation(
        name,
        annotationsIn(docs, 'relation', report),
        exposed.has(field.model),
        resource,
        report,
      )
    } else {
      const isKey = field === model.id || keys.has(field.name)
      const annotations = annotationsIn(docs, 'column', report)
      const isExposed = (exposure: 'never' | 'usually' | 'always'): boolean =>
        exposure === 'always' ? field !== model.id : exposure === 'usually' && !isKey
      // Whatever its column is called, a client knows the id as `id`.
      const called = field === model.id ? located('id', name.at) : name
      applyToColumn(called, annotations, isExposed, resource, report)
    }
  }
}
