import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { at } from '../../../scripts/lib/paths.js'
import { emptyFolder } from './folder.js'

/**
 * A copy of the blog's schema and of its committed API and client types, in the same places as in the
 * repository.
 */
export async function blogCopy(): Promise<{
  readonly folder: string
  readonly schema: string
  readonly api: string
}> {
  const folder = await emptyFolder()
  const api = join(folder, 'examples/blog/src/api')
  await mkdir(api, { recursive: true })
  await cp(at('examples/blog/src/api'), api, { recursive: true })
  await cp(at('examples/blog/src/web'), join(folder, 'examples/blog/src/web'), { recursive: true })
  await cp(at('schema.example.yaml'), join(folder, 'schema.example.yaml'))
  await cp(at('examples/blog/prisma'), join(folder, 'examples/blog/prisma'), { recursive: true })
  return { folder, schema: 'schema.example.yaml', api }
}
