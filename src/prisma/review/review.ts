import type { Report } from '../../diagnostic/report.js'
import type { Schema } from '../../schema/schema.js'
import type { Datamodel } from '../datamodel.js'
import { noteReached } from './reached.js'
import { noteHeldLinks } from './held-links.js'

/** Notes the effects of a datamodel on a schema's policies. These are facts for a review, and need no correction. */
export function reviewDatamodel(schema: Schema, datamodel: Datamodel, report: Report): void {
  for (const resource of schema.resources) {
    const model = resource.adapter === 'null' ? undefined : datamodel.models.get(resource.model ?? '')
    if (!model) continue
    noteReached({ resource, model, schema, datamodel }, report)
    noteHeldLinks({ resource, model, schema, datamodel }, report)
  }
}
