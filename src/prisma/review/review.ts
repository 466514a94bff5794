import type { Report } from '../../diagnostic/report.js'
import type { Schema } from '../../schema/schema.js'
import type { Datamodel } from '../datamodel.js'
import { noteReached } from './reached.js'
import { noteHeldLinks } from './held-links.js'

/** Notes what follows from a datamodel for the policies of a schema: facts for a review, and nothing to mend. */
export function reviewDatamodel(schema: Schema, datamodel: Datamodel, report: Report): void {
  for (const resource of schema.resources) {
    const model = resource.adapter === 'prisma' ? datamodel.models.get(resource.model ?? '') : undefined
    if (!model) continue
    noteReached({ resource, model, schema, datamodel }, report)
    noteHeldLinks({ resource, model, schema, datamodel }, report)
  }
}
