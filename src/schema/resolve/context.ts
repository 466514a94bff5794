import type { Report } from '../../diagnostic/report.js'
import type { DeclaredResource } from '../declared.js'
import type { Directory } from '../directory.js'

/** What resolving one resource needs: the resource, the directory of all of them, and where faults go. */
export interface Resolving {
  readonly resource: DeclaredResource
  readonly directory: Directory
  readonly report: Report
}
