import type { Report } from '../../diagnostic/report.js'
import type { DeclaredResource } from '../../schema/declared.js'
import type { Datamodel, Model } from '../datamodel.js'

/** The context for completing one resource from a datamodel. */
export interface Inferring {
  readonly resource: DeclaredResource
  readonly model: Model
  readonly datamodel: Datamodel
  /** The resources of the schema, and the resources of each model. */
  readonly resources: ReadonlyMap<string, DeclaredResource>
  readonly ofModel: ReadonlyMap<string, readonly DeclaredResource[]>
  /** The models and types that were omitted and reported. */
  readonly leftOut: { readonly models: ReadonlySet<string>; readonly types: ReadonlySet<string> }
  readonly report: Report
}
