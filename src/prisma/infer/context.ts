import type { Report } from '../../diagnostic/report.js'
import type { DeclaredResource } from '../../schema/declared.js'
import type { Datamodel, Model } from '../datamodel.js'

/** What completing one resource from a datamodel needs. */
export interface Inferring {
  readonly resource: DeclaredResource
  readonly model: Model
  readonly datamodel: Datamodel
  /** The resources of the schema, and those of each model. */
  readonly resources: ReadonlyMap<string, DeclaredResource>
  readonly ofModel: ReadonlyMap<string, readonly DeclaredResource[]>
  /** What was left out, and why has been reported: the models, and the types of resources. */
  readonly leftOut: { readonly models: ReadonlySet<string>; readonly types: ReadonlySet<string> }
  readonly report: Report
}
