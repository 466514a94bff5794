import type { OwnActionConfig, OwnOutput } from '../../declare/config.js'
import { denied } from '../../error/denial.js'
import { InvalidParameter } from '../../error/errors.js'
import { planRead } from '../../plan/plan-read.js'
import type { ReadPlan } from '../../plan/plan.js'
import { PARAMETERS } from '../../query/query.js'
import { writtenName } from '../../query/params.js'
import { loadIncludes } from '../../reader/load.js'
import { newRun } from '../../reader/run.js'
import { documentBytes } from '../../render/document.js'
import { recordAddress } from '../../render/links.js'
import { type CompiledResource, compiledOf, idOf, keyOfRecord } from '../../resource/compile.js'
import type { Resource } from '../../resource/operations.js'
import { currentRequest } from '../../resource/frame.js'
import { askRelationships } from '../../plan/view/view.js'
import { isJsonObject, isObject } from '../../value/json.js'
import { encodeKey, type KeyValues } from '../../value/key.js'
import type { Context } from '../../controller/context.js'
import { logMeta } from '../../render/log-meta.js'
import { logOf } from '../../controller/context-state.js'
import { instanceFor, readReturned } from '../../controller/read/read-returned.js'
import { documentOptions } from '../../controller/response/document-options.js'
import { permittedBehind } from '../../controller/context-configuration.js'
import { documentResponse } from '../../controller/response/response.js'
import { DEFAULT_SETTINGS, queryOptions } from '../../controller/settings.js'
import { queryOfText } from '../../plan/known-plans.js'

/** Answers with what the function of an action has returned. */
export type OwnAnswer = (result: unknown) => Promise<Response>

/**
 * Checks the parameters of a request for an action, before anything runs: `include` and `fields` for records, none for
 * `meta` (rule 14.19). Returns a function that turns the result into the response.
 *
 * Throws the errors of the parameters.
 */
export async function planAnswer(
  context: Context,
  resource: CompiledResource,
  action: OwnActionConfig,
): Promise<OwnAnswer> {
  const { output } = action
  if (output.kind === 'meta') {
    refuseParameters(context, action.name)
    return async (result) => metaResponse(context, result, action)
  }
  const instance = instanceFor(context, output.type)
  const target = compiledOf(instance)
  const guards = currentRequest().guardsOf(context)
  await askRelationships(target, guards)
  const query =
    target === resource
      ? context.query
      : queryOfText(target, context.search ?? '', queryOptions(context.settings ?? DEFAULT_SETTINGS), guards)
  const permitted = permittedBehind(context, target, output.kind === 'list' ? 'index' : 'show')
  const plan = await planRead(target, query, { guards, permitted, single: true })
  const of: Answering = { context, instance, target, plan, concurrency: query.limits.concurrency }
  return (result) => {
    const keys = resultOf(result, output, action.name).map((record) => keyOfRecord(target, record))
    return recordsResponse(of, keys, output, action)
  }
}

/** The records that may be returned, and how they are read. */
interface Answering {
  readonly context: Context
  readonly instance: Resource
  readonly target: CompiledResource
  readonly plan: ReadPlan
  readonly concurrency: number
}

/** Responds with the records that have the given keys, as they are now, if the request may read them. */
async function recordsResponse(
  of: Answering,
  keys: readonly KeyValues[],
  output: Exclude<OwnOutput, { readonly kind: 'meta' }>,
  { name, transaction }: OwnActionConfig,
): Promise<Response> {
  const { context, target, plan } = of
  const records = await readAgain(of, keys)
  const isSingle = output.kind === 'record'
  const [first] = records
  const [wanted] = keys
  if (isSingle && wanted && !first && !output.nullable) {
    const id = encodeKey(target.key, wanted)
    throw denied(
      { rule: 'scopes.read', resource: target.type, id, context },
      `This request is not allowed to see the record that "${name}" returns. ${transaction ? 'No changes were saved.' : 'The action was completed.'}`,
      undefined,
      transaction ? undefined : { written: true },
    )
  }
  const { links } = context.settings ?? DEFAULT_SETTINGS
  const self = isSingle && first ? recordAddress(links, target.type, idOf(target, first)) : undefined
  const topLinks = self === undefined ? undefined : { self }
  const bytes = await documentBytes(
    isSingle ? (first ?? null) : records,
    plan,
    documentOptions(context, topLinks, undefined),
  )
  return documentResponse(bytes)
}

/** Reads the records of some keys and what the request includes, in the order of the keys. */
async function readAgain(of: Answering, keys: readonly KeyValues[]): Promise<readonly object[]> {
  if (keys.length === 0) return []
  const { context, instance, target, concurrency } = of
  const { root, fields } = of.plan
  const run = newRun({ context, log: logOf(context), fields, concurrency })
  const records = await readReturned(context, instance, { root, keys }, run)
  const found = new Map(records.map((record) => [idOf(target, record), record]))
  const ordered = [...new Set(keys.flatMap((key) => found.get(encodeKey(target.key, key)) ?? []))]
  await loadIncludes(root.includes, ordered, target, run)
  return ordered
}

/** The records that the function has returned. Throws an Error for anything else: a bug of the application. */
function resultOf(
  result: unknown,
  output: Exclude<OwnOutput, { readonly kind: 'meta' }>,
  name: string,
): readonly object[] {
  if (output.kind === 'list') {
    if (Array.isArray(result) && result.every(isObject)) return result
    throw new Error(`The action "${name}" must return a list of "${output.type}".`)
  }
  if (isObject(result)) return [result]
  if (output.nullable && (result ?? undefined) === undefined) return []
  throw new Error(`The action "${name}" must return a record of "${output.type}".`)
}

function refuseParameters({ query }: Context, name: string): void {
  for (const [parameter, node] of query.params.entries) {
    if (!PARAMETERS.includes(parameter)) continue
    throw new InvalidParameter({
      detail: `The action "${name}" returns no records, so "${parameter}" is not supported.`,
      source: { parameter: writtenName(parameter, node) },
    })
  }
}

function metaResponse(context: Context, result: unknown, { name }: OwnActionConfig): Response {
  const meta: unknown = isObject(result) ? JSON.parse(JSON.stringify(result)) : undefined
  if (!isJsonObject(meta)) {
    throw new Error(`The action "${name}" must return an object, which becomes "meta".`)
  }
  const log = logOf(context)
  const all = { ...meta, ...(log && logMeta(log)) }
  const text = JSON.stringify({ jsonapi: { version: '1.1' }, meta: all })
  return documentResponse(new TextEncoder().encode(text))
}
