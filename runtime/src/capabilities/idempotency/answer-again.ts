import { castTo } from '../../base/cast.js'
import { documentOptions } from '../../controller/response/document-options.js'
import { instanceFor, readReturned } from '../../controller/read/read-returned.js'
import type { Context } from '../../controller/context.js'
import { queryOfText } from '../../plan/known-plans.js'
import { DEFAULT_SETTINGS, queryOptions } from '../../controller/settings.js'
import { planRead } from '../../plan/plan-read.js'
import { newRun } from '../../reader/run.js'
import { documentBytes } from '../../render/document.js'
import { compiledOf } from '../../resource/compile.js'
import type { Resource } from '../../resource/operations.js'
import type { DeprecatedUse } from '../../resource/deprecated-uses.js'
import { currentRequest } from '../../resource/frame.js'
import { askRelationships } from '../../plan/view/view.js'
import type { KeptAnswer } from './key-rows.js'
import { type Identifier, mapRecords, recordsOf, USES } from './kept-answer.js'
import type { WriteAction } from '../../http/capability.js'

/**
 * The response in a stored row. A long response was stored without attributes: these are read again, as this request
 * may see them now (rule 30.7).
 */
export async function answerAgain(
  { status, headers: stored, answer, isShort }: KeptAnswer,
  write: WriteAction,
): Promise<Response> {
  const { [USES]: uses, ...others } = Object.fromEntries(stored)
  if (uses !== undefined) {
    currentRequest().noteUses(write.context, castTo<readonly DeprecatedUse[]>(JSON.parse(uses)))
  }
  const headers = new Headers(others)
  const bytes = new Uint8Array(answer)
  if (!isShort) return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers })
  // Its records may have changed.
  headers.delete('content-length')
  headers.delete('etag')
  const document: unknown = JSON.parse(new TextDecoder().decode(bytes))
  const attributes = await attributesOf(recordsOf(document), write)
  const whole = mapRecords(document, ({ type, id, ...others }) => {
    const found = attributes.get(type)?.get(id)
    return { type, id, ...(found !== undefined && { attributes: found }), ...others }
  })
  return new Response(JSON.stringify(whole), { status, headers })
}

/** The attributes of records, by type and id. A record that this request may not read has none. */
async function attributesOf(
  records: readonly Identifier[],
  { context, contextOf }: WriteAction,
): Promise<ReadonlyMap<string, ReadonlyMap<string, unknown>>> {
  const found = new Map<string, ReadonlyMap<string, unknown>>()
  for (const type of new Set(records.map((record) => record.type))) {
    const ids = records.filter((record) => record.type === type).map(({ id }) => id)
    const reader = contextOf?.(type, ids[0] ?? '') ?? context
    found.set(type, await attributesIn(reader, instanceFor(reader, type), ids))
  }
  return found
}

async function attributesIn(
  context: Context,
  instance: Resource,
  ids: readonly string[],
): Promise<ReadonlyMap<string, unknown>> {
  const target = compiledOf(instance)
  const guards = currentRequest().guardsOf(context)
  await askRelationships(target, guards)
  const settings = context.settings ?? DEFAULT_SETTINGS
  const query = queryOfText(target, fieldsIn(context.search ?? ''), queryOptions(settings), guards)
  const { root, fields } = await planRead(target, query, { guards, permitted: undefined, single: true })
  const run = newRun({ context, log: undefined, fields, concurrency: query.limits.concurrency })
  const bytes = await documentBytes(
    await readReturned(context, instance, { root, ids }, run),
    { root, fields, included: false },
    documentOptions(context, undefined, undefined),
  )
  const document: unknown = JSON.parse(new TextDecoder().decode(bytes))
  return new Map(recordsOf(document).map((record) => [record.id, record['attributes']]))
}

/** The parameters of a query that say which attributes a record has. */
function fieldsIn(search: string): string {
  const parameters = [...new URLSearchParams(search)]
  return String(new URLSearchParams(parameters.filter(([name]) => /^(?:extra_)?fields\[/.test(name))))
}
