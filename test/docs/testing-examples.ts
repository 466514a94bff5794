// The code in docs/testing.md.
import type { Api } from '@jsonapi-gen/runtime'
import { expect } from 'vitest'

export async function published(api: Pick<Api, 'fetch'>): Promise<void> {
  const response = await api.fetch(new Request('http://localhost/posts?filter[status]=published'))
  expect(response.status).toBe(200)
}

interface Locals {
  readonly user: { readonly id: number; readonly role: string }
}

export async function createdByMember(api: Pick<Api<Locals>, 'fetch'>, request: Request): Promise<Response> {
  const asMember = { user: { id: 1, role: 'member' } }
  const created = await api.fetch(request, asMember)
  return created
}
