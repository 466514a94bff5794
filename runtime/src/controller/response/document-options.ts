import type { DocumentOptions } from '../../render/document.js'
import { logMeta } from '../context-log.js'
import { logOf } from '../context-state.js'
import type { Context } from '../context.js'
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
    meta: () => ({ ...meta, ...logMeta(context) }),
    log: logOf(context),
    context,
    cursors,
  }
}
