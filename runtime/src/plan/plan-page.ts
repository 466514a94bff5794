import { InvalidPage, UnsupportedPageSize } from '../error/errors.js'
import type { JsonapiError } from '../error/jsonapi-error.js'
import type { WrittenValue, QueryEntry } from '../query/entry.js'
import type { ParamNode } from '../query/params.js'
import { CURSOR_ERRORS } from '../vocabulary/cursor-profile.js'
import type { CompiledResource } from '../resource/compile.js'
import type { PagePlan } from './plan.js'
import type { PagePlanning, Paging } from './paging.js'
import type { Query } from '../query/query.js'

/** The largest number of records that a page may skip: the largest that every store accepts. */
const MAX_SKIPPED = 2 ** 31 - 1

/**
 * The kind of a page: of a sideload, which has one only on request, or of the primary data, by number or by cursors.
 */
export type PageKind = 'ofSideload' | 'byNumber' | 'byCursors'

/** Checks the page of one node (rules 5.1, 5.2, 24.1). */
export function planPage(
  resource: CompiledResource,
  entry: QueryEntry,
  kind: PageKind,
  faults: JsonapiError[],
): PagePlan | undefined {
  const { number, size } = entry.page
  if (kind === 'ofSideload' && !number && !size) return undefined
  const { defaultPageNumber, maxPageSize } = resource.config
  const page = {
    number: read(number, 1, kind === 'byCursors' ? 1 : defaultPageNumber, faults),
    size: read(size, kind === 'byCursors' ? 1 : 0, defaultSize(resource, entry, kind), faults),
    parameter: (size ?? number)?.parameter,
  }
  if (size && page.size > maxPageSize) {
    const detail = `The page size ${writtenNumber(size, page.size)} exceeds the maximum of ${maxPageSize}.`
    faults.push(
      new UnsupportedPageSize({
        detail,
        source: { parameter: size.parameter },
        meta: { page: { maxSize: maxPageSize } },
        type: kind === 'byCursors' ? CURSOR_ERRORS.maxSizeExceeded : undefined,
      }),
    )
  } else if (number && isBeyond(page)) {
    const detail = `The page number ${writtenNumber(number, page.number)} is too large.`
    faults.push(invalid(number.parameter, detail))
  }
  return page
}

/** The input for planning the page of the primary data. */
interface PrimaryPlanning extends PagePlanning {
  /** Plans a page by cursors; undefined if the request does not use them. */
  readonly paging: Paging | undefined
  /** Whether the application puts the records in order, so that only pages by number are possible. */
  readonly assigned: boolean
}

/**
 * Whether the page of the primary data is by cursors, if pages by number are not required: the request has a cursor, has
 * negotiated the profile, or the resource declares so (rules 24.1, 24.2).
 */
export function usesCursors({ config }: CompiledResource, query: Query): boolean {
  const { after, before } = query.entry('').page
  if (query.numbersOnly) return false
  return after !== undefined || before !== undefined || query.cursors || config.pageStyle === 'cursor'
}

/** Checks the page of the primary data, which is by cursors or by number (rules 24.1, 24.2). */
export function planPrimaryPage(planning: PrimaryPlanning, faults: JsonapiError[]): PagePlan | undefined {
  const { resource, entry } = planning
  const { after, before, number } = entry.page
  const cursor = after ?? before
  const isByNumber = planning.assigned || resource.config.pagination !== undefined
  if (cursor && (number || isByNumber)) {
    const why = number
      ? `cannot be combined with "${number.parameter}"`
      : 'is not supported here: these pages are numbered'
    const { parameter } = cursor
    faults.push(new InvalidPage({ detail: `"${parameter}" ${why}.`, source: { parameter } }))
  }
  if (isByNumber || number || !planning.paging) return planPage(resource, entry, 'byNumber', faults)
  const page = planPage(resource, entry, 'byCursors', faults)
  return page && { ...page, cursor: planning.paging.pageOf(planning, faults) }
}

/** For a range, the profile's default is the maximum. */
function defaultSize(
  { config: { defaultPageSize, maxPageSize } }: CompiledResource,
  { page: { after, before } }: QueryEntry,
  kind: PageKind,
): number {
  if (kind !== 'byCursors') return defaultPageSize
  return after && before ? maxPageSize : Math.max(1, defaultPageSize)
}

const isBeyond = ({ number, size }: PagePlan): boolean =>
  number > MAX_SKIPPED || (number - 1) * size > MAX_SKIPPED

/** A number of any length is quoted as the client wrote it. */
const writtenNumber = ({ value }: WrittenValue<ParamNode>, read: number): string =>
  value.kind === 'text' ? value.text : String(read)

function read(
  given: WrittenValue<ParamNode> | undefined,
  least: number,
  absent: number,
  faults: JsonapiError[],
): number {
  if (!given) return absent
  const value = wholeNumber(given.value)
  if (value !== undefined && value >= least) return value
  faults.push(invalid(given.parameter, `"${given.parameter}" must be a whole number of at least ${least}.`))
  return absent
}

/** A whole number in JSON notation; a number that is too long exceeds every limit. */
function wholeNumber(node: ParamNode): number | undefined {
  if (node.kind === 'text') return /^(?:0|[1-9]\d*)$/.test(node.text) ? Number(node.text) : undefined
  const isWhole =
    node.kind === 'literal' && typeof node.value === 'number' && Number.isSafeInteger(node.value)
  return isWhole ? Number(node.value) : undefined
}

const invalid = (parameter: string, detail: string): InvalidPage =>
  new InvalidPage({ detail, source: { parameter } })
