import type { Refusal } from '../../adapter/fault.js'
import { refusalOf } from '../../adapter/refusal.js'
import type { OwnActionConfig } from '../../declare/config.js'
import { callHandler } from '../../declare/handler.js'
import { denied } from '../../error/denial.js'
import { Conflict, InvalidParameter } from '../../error/errors.js'
import { JsonapiError } from '../../error/jsonapi-error.js'
import { ValidationError } from '../../error/validation-error.js'
import { missingRecord } from '../../reader/missing.js'
import { isLimited } from '../../reader/policies/policies.js'
import type { Read } from '../../reader/read.js'
import { read } from '../../reader/reader.js'
import { newRun, noFields } from '../../reader/run.js'
import { type CompiledResource, compiledOf } from '../../resource/compile.js'
import { currentFrame, currentRequest, type Queued, withContext } from '../../resource/frame.js'
import { meaningOf } from '../../write/session/store-fault.js'
import { graphToDestroy } from '../../write/persist/write-document.js'
import { runUnit } from '../../write/unit/run-unit.js'
import { isObject } from '../../value/json.js'
import type { Context } from '../../controller/context.js'
import { logOf, stateOf } from '../../controller/context-state.js'
import { inputError, readInput } from './own-input.js'
import { type OwnAnswer, planAnswer } from './own-output.js'
import { pathId } from '../../controller/write/write-request.js'

/**
 * Responds to a request for a custom action (rule 14.19). Its parameters and its input are checked first. In one
 * transaction, the record is found, the application's function runs, and the response is read.
 *
 * Throws the faults of the request; RecordNotFound for a record that the request may not read; Forbidden for one on
 * which it may not perform the action; the errors of the function.
 */
export async function runOwnAction(context: Context): Promise<Response> {
  const resource = compiledOf(context.jsonapiResource)
  const name = context.actionName ?? ''
  const action = resource.config.ownActions.get(name)
  if (!action) throw new Error(`"${resource.type}" has no action "${name}".`)
  const answer = await planAnswer(context, resource, action)
  const input = readInput(context.body, resource.type, action)
  const of: Doing = { context, resource, action, input, answer }
  if (action.transaction) return inTransaction(of)
  if (currentFrame().unit?.excludesOthers) throw notInOne(name)
  return done(of)
}

/** The error for a request with a key for an action that may have several transactions (rule 30.6). */
const notInOne = (name: string): InvalidParameter =>
  new InvalidParameter({
    detail: `The action "${name}" runs without a transaction, so it does not support "Idempotency-Key".`,
    source: { header: 'Idempotency-Key' },
  })

/** One request for an action. */
interface Doing {
  readonly context: Context
  readonly resource: CompiledResource
  readonly action: OwnActionConfig
  readonly input: object
  readonly answer: OwnAnswer
}

/** Runs the action as a unit. A ValidationError rolls it back, and becomes the response. */
async function inTransaction(of: Doing): Promise<Response> {
  const { context, resource } = of
  const needs = {
    // No statement compares the tag that a condition asks for.
    serializable: stateOf(context).writes !== undefined,
    readsLatest: of.action.on === 'record',
  }
  const { value, isWritten, refusal } = await runUnit(resource, (attempt) => ({
    open: (block: () => Promise<Answered>) => context.jsonapiResource.transaction(block, needs),
    perform: async () => {
      const answer = await act(of)
      const answered: Answered = {}
      const { committed } = currentRequest()
      await attempt.end({
        answer: async () => {
          answered.response = await answer()
        },
        committed: () => committed.add(context),
      })
      return answered
    },
    meaningOf: (error: unknown) => errorOf(error, of),
  }))
  if (isWritten && value?.response) return value.response
  // An override of `transaction` may roll back.
  throw (
    refusal ??
    new ValidationError('This operation was not executed because an operation that it depends on failed')
  )
}

/** The response of an action, once the hooks have run whose changes it shows. */
interface Answered {
  response?: Response
}

/** Runs the action outside a transaction: its errors say whether something is written already (rule 14.6). */
async function done(of: Doing): Promise<Response> {
  try {
    const answer = await act(of)
    return await answer()
  } catch (error) {
    const isRefusal = error instanceof JsonapiError && error.status < 500
    const { deadline } = currentRequest().budget
    if (deadline.hasCommitted && !isRefusal) deadline.afterCommit.add(error)
    throw error
  }
}

/** Finds the record, runs the function, and queues the hooks. Returns a function that reads the response. */
async function act(of: Doing): Promise<() => Promise<Response>> {
  const { context, resource, action, input, answer } = of
  const record = action.on === 'record' ? await findTarget(context, resource, action) : undefined
  await stateOf(context).writes?.check()
  const parameters = [...(record ? [record] : []), input, context]
  const result = await placed(of, async () => callHandler(context.jsonapiResource, action.run, parameters))
  const request = currentRequest()
  request.done.calls++
  request.forgetBaseScopes()
  const isOwn = action.output.kind !== 'meta' && action.output.type === resource.type
  const records = isOwn ? [result].flat().filter(isObject) : record ? [record] : []
  for (const each of records) await queueHooks(of, each)
  return () => answer(result)
}

/**
 * Queues the hooks of the action for a record: the one that it returns, or else the one on which it was performed.
 * Outside a transaction, they run immediately.
 */
async function queueHooks(of: Doing, record: object): Promise<void> {
  const { context, action } = of
  const { unit, namespace } = currentFrame()
  const { jsonapiResource: instance } = context
  for (const { moment, action: name, handler } of compiledOf(instance).config.hooks) {
    if (name !== action.name) continue
    const hook: Queued = () =>
      withContext(context, namespace, () =>
        placed(of, async () => void (await callHandler(instance, handler, [record, context]))),
      )
    if (unit) unit[moment].push(hook)
    else await hook()
  }
}

/**
 * Finds the record of the path: among those that the request may read, and then in the scope of the action, or else of
 * `update`. Locks it until the transaction ends.
 */
async function findTarget(
  context: Context,
  resource: CompiledResource,
  { name, scope }: OwnActionConfig,
): Promise<object> {
  const id = pathId(context) ?? ''
  const { jsonapiResource: instance } = context
  const run = newRun({ context, log: logOf(context), fields: noFields(), concurrency: 1 })
  const base = { kind: 'given', scope: context.recordScope() } as const
  const seen: Read = { resource, instance, base, ids: [id], shown: Number.POSITIVE_INFINITY }
  const policy = `actions.${name}` as const
  const action = scope ? { policy, handler: scope } : 'update'
  const [record] = await read({ ...seen, action, lock: true }, run)
  if (record) return record
  const isNarrowed = scope ? currentRequest().policies : isLimited(resource, 'update')
  const [refused] = isNarrowed ? await read(seen, run) : []
  if (!refused) throw await missingRecord(seen, id, undefined, 'none')
  throw denied(
    { rule: scope ? `${policy}.scope` : 'scopes.update', resource: resource.type, id, context },
    `This request is not allowed to run the action "${name}" on this record of type "${resource.type}".`,
  )
}

/**
 * Points the issues of a ValidationError at the members of the input that they are about. What the store refuses becomes
 * the error that a write would have; what ends or repeats a transaction stays as it is.
 */
async function placed<Result>(of: Doing, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run()
  } catch (error) {
    throw errorOf(error, of)
  }
}

function errorOf(error: unknown, { resource, action, context, input }: Doing): unknown {
  if (error instanceof ValidationError) return inputError(action, error.issues)
  const fault =
    error instanceof JsonapiError ? undefined : refusalOf(resource.config.adapter, error, resource)
  if (fault?.kind === 'foreignKey') {
    const detail =
      'A referenced record does not exist, or other records depend on a record that this action would destroy.'
    return new Conflict({ detail })
  }
  const id = pathId(context)
  const attributes = new Map<string, unknown>(Object.entries(input))
  const node = { ...graphToDestroy(resource, id ?? '').root, method: 'update' as const, id, attributes }
  const meaning = fault && meaningOf(withoutKey(fault, resource), node, 'update')
  if (!meaning) return error
  return 'error' in meaning ? meaning.error : inputError(action, meaning.issues)
}

/**
 * The store reports that a primary key is taken, but not by which model: the function may have written a different one.
 */
const withoutKey = (fault: Refusal, { primaryKey }: CompiledResource): Refusal =>
  fault.kind === 'unique'
    ? { ...fault, columns: fault.columns.filter((column) => !primaryKey.includes(column)) }
    : fault
