import { loaderOf } from '../../base/loader.js'
import { declaredFacts, knowsModel } from '../../facts/declared-facts.js'
import type { Capability } from '../../http/capability.js'
import { compile } from '../../resource/compile.js'
import type { Registry } from '../../resource/registry.js'
import { type IdempotencyOptions, KEY_MODEL } from './idempotency-options.js'

const code = loaderOf(() => import('./answer-once.js'))

/** Write requests with an `Idempotency-Key`, which are performed once (chapter 30). */
export function idempotencyKeys(options: IdempotencyOptions<never>, registry: Registry): Capability {
  const { model = KEY_MODEL } = options
  return {
    faults: knowKeys(registry, model)
      ? []
      : [
          `idempotency: The option needs the model "${model}" in schema.prisma, and generate: { idempotency: true } in the schema: run \`npx jsonapi-gen init --idempotency\`, migrate, and run \`npx jsonapi-gen generate\`.`,
        ],
    asked: ({ incoming: { headers, url }, method }) => {
      if (!headers.has('idempotency-key') || /^(?:GET|HEAD)$/.test(method)) return undefined
      const { pathname, search } = new URL(url)
      return code.load().then(({ onceWith }) => ({
        aroundOf: (body) => onceWith({ headers, method, address: pathname + search, body }, options),
      }))
    },
    forget: async () => (await import('./forget-expired.js')).forgetExpired(registry, model),
    explored: { idempotency: options },
  }
}

/** Whether the facts about a store contain the model of keys, if any facts are declared. */
function knowKeys(registry: Registry, model: string): boolean {
  const adapters = [...registry.values()].flatMap(
    (resourceClass) => compile(resourceClass).config.adapter ?? [],
  )
  const stored = adapters.filter((adapter) => declaredFacts(adapter).length > 0)
  return stored.length === 0 || stored.some((adapter) => knowsModel(adapter, model))
}
