import { PrismaAdapter, type PrismaClientLike } from '@jsonapi-gen/runtime/prisma'
import { registry } from '../../examples/blog/src/api/generated/index.gen.js'
import { api } from '../../examples/blog/src/api/routes/index.js'

/** Serves the blog's resources from another client than its own. */
export function useClient(prisma: PrismaClientLike): void {
  const adapter = new PrismaAdapter(prisma)
  for (const resource of registry.values()) {
    if (resource.config.adapter instanceof PrismaAdapter) resource.useAdapter(adapter)
  }
}

/** A GET of the blog's API: the status and the document. */
export async function get(
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; body: unknown }> {
  const response = await api.fetch(new Request(`http://blog.test${path}`, { headers }))
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
}
