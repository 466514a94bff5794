import type { DocumentOptions } from '../../render/document.js'
import { logOf } from '../context-state.js'
import type { Context } from '../context.js'
import { pageMeta, type ReadResult, recordCursors } from './page-links.js'
import { DEFAULT_SETTINGS } from '../settings.js'

/**
 * The options of every document of a context: its links, its log, the context for extra fields, and the given options.
 */
export function documentOptions(
  context: Context,
  topLinks: DocumentOptions['topLinks'],
  meta: Readonly<Record<string, unknown>> | undefined,
  cursors?: DocumentOptions['cursors'],
): DocumentOptions {
  const { links, describedBy } = context.settings ?? DEFAULT_SETTINGS
  return {
    links,
    topLinks: topLinks && describedBy !== undefined ? { ...topLinks, describedby: describedBy } : topLinks,
    meta,
    log: logOf(context),
    context,
    cursors,
  }
}

/** The options of the document of a page that was read, or of one record. */
export function pageOptions(
  context: Context,
  records: object | null,
  { stats, cursors }: Pick<ReadResult, 'stats' | 'cursors'>,
  topLinks: DocumentOptions['topLinks'],
  meta?: Readonly<Record<string, unknown>>,
): DocumentOptions {
  const all = { ...meta, ...(stats && { stats }), ...(cursors && pageMeta(cursors, stats)) }
  const ofRecords = cursors && Array.isArray(records) ? recordCursors(records, cursors) : undefined
  return documentOptions(context, topLinks, all, ofRecords)
}
