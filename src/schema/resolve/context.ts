import type { Report } from '../../diagnostic/report.js'
import type { DeclaredDefaults, DeclaredResource } from '../declared.js'
import type { Directory } from '../directory.js'

/** What resolving one resource needs: the resource, what holds for all of them, where to look names up, and where faults go. */
export interface Resolving {
  readonly resource: DeclaredResource
  readonly defaults: DeclaredDefaults
  readonly directory: Directory
  readonly report: Report
}
