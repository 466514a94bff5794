import type { Report } from '../../diagnostic/report.js'
import type { Schema } from '../../schema/schema.js'
import type { Datamodel } from '../datamodel.js'
import { noteReached } from './reached.js'
import { noteHeldLinks } from './held-links.js'

/** Notes consequences of a datamodel for the policies of a schema: facts for a review, which need no correction. */
export function reviewDatamodel(schema: Schema, datamodel: Datamodel, report: Report): void {
  for (const resource of schema.resources) {
    const model = resource.adapter === 'null' ? undefined : datamodel.models.get(resource.model ?? '')
    if (!model) continue
    noteReached({ resource, model, schema, datamodel }, report)
    noteHeldLinks({ resource, model, schema, datamodel }, report)
  }
}
