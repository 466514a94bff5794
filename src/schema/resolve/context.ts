import type { Report } from '../../diagnostic/report.js'
import type { DeclaredDefaults, DeclaredResource } from '../declared.js'
import type { Directory } from '../directory.js'

/**
 * The context for resolving one resource: the resource, the defaults for all resources, the directory of names, and the
 * report.
 */
export interface Resolving {
  readonly resource: DeclaredResource
  readonly defaults: DeclaredDefaults
  readonly directory: Directory
  readonly report: Report
}
