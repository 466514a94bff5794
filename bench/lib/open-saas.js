import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { registry } from '../../examples/saas/dist/api/generated/index.gen.js'
import { createClient } from '../../examples/saas/dist/client.js'
import { seed } from '../../examples/saas/dist/seed.js'
import { createTables } from '../../examples/saas/dist/tables.js'
import { PrismaAdapter } from '../../runtime/dist/prisma.js'

/**
 * The saas example with its seed, in a SQLite file. Its resources, and others that extend them, use the file.
 *
 * @param {readonly object[]} others
 */
export async function openSaas(others) {
  const folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-bench-'))
  const url = `file:${join(folder, 'saas.db')}`
  await createTables(url)
  const prisma = createClient(url)
  await seed(prisma)
  const adapter = new PrismaAdapter(prisma, { provider: 'sqlite' })
  for (const resource of [...registry.values(), ...others]) /** @type {any} */ (resource).useAdapter(adapter)
  return {
    prisma,
    async close() {
      await prisma.$disconnect()
      await rm(folder, { recursive: true })
    },
  }
}
