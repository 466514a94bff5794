import { declaredFacts, knowsModel } from '../../facts/declared-facts.js'
import type { Once } from '../../idempotency/once.js'
import { compile } from '../../resource/compile.js'
import type { Incoming } from '../incoming.js'
import type { AnyApiOptions } from '../api-options.js'

/** A write request that may have a key. */
interface Sent {
  readonly incoming: Incoming
  readonly method: string
  readonly body: unknown
}

/**
 * What runs the action of a request once for its `Idempotency-Key`; undefined if the request has none. The code is loaded
 * by the first request that has one.
 */
export async function onceOf(
  { incoming, method, body }: Sent,
  { idempotency }: AnyApiOptions,
): Promise<Once | undefined> {
  const { headers, url } = incoming
  if (!idempotency || !headers.has('idempotency-key') || /^(?:GET|HEAD)$/.test(method)) return undefined
  const { onceWith } = await import('../../idempotency/answer-once.js')
  const { pathname, search } = new URL(url)
  return onceWith({ headers, method, address: pathname + search, body }, idempotency)
}

/** Throws an Error that says what to write if the facts about a store lack the model of keys. */
export function checkKeyModel({ idempotency, registry }: AnyApiOptions): void {
  if (!idempotency) return
  const { model = 'IdempotencyKey' } = idempotency
  const adapters = [...registry.values()].flatMap(
    (resourceClass) => compile(resourceClass).config.adapter ?? [],
  )
  const stored = adapters.filter((adapter) => declaredFacts(adapter).length > 0)
  if (stored.length > 0 && stored.every((adapter) => knowsModel(adapter, model))) return
  throw new Error(
    `The option "idempotency" needs the model "${model}" in schema.prisma, and generate: { idempotency: true } in the schema: run \`npx jsonapi-gen init --idempotency\`, migrate, and run \`npx jsonapi-gen generate\`.`,
  )
}

/** Deletes the rows of all keys whose time is over. */
export async function forgetKeys({ idempotency, registry }: AnyApiOptions): Promise<number> {
  if (!idempotency) return 0
  const { forgetExpired } = await import('../../idempotency/forget-expired.js')
  return forgetExpired(registry, idempotency.model)
}
