// The code in docs/idempotency.md.
import { createApi, type Api, type ApiOptions } from '@jsonapi-gen/runtime'

interface Locals {
  readonly user: { readonly id: string } | undefined
}

export function keyed(
  { registry, controllers }: ApiOptions<Locals>,
  console: { error(error: unknown): void },
): Api<Locals> {
  const withKeys: Api<Locals> = createApi({
    registry,
    controllers,
    idempotency: { owner: ({ locals }) => locals.user?.id, keepFor: 24 * 3_600_000 },
  })

  setInterval(() => {
    withKeys.forgetKeys().catch((error: unknown) => {
      console.error(error)
    })
  }, 3_600_000).unref()

  return withKeys
}
