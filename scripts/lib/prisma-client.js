import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { at } from './paths.js'
import { node } from './run.js'

/**
 * Generates a Prisma client, unless the one that is there comes from the same datamodel and version.
 *
 * @param {{ datamodel: string, output: string }} options the text of a schema.prisma, whose own `output`
 *   doesn't count, and the directory to write to
 * @returns {Promise<boolean>} whether there was something to do
 */
export async function generateClient({ datamodel, output }) {
  const digest = createHash('sha256')
    .update(datamodel)
    .update(await readFile(at('node_modules/prisma/package.json')))
    .digest('hex')
  if ((await readFile(join(output, '.digest'), 'utf8').catch(() => '')) === digest) return false

  // Written next to its place and then moved, for the sake of whoever reads it meanwhile.
  const fresh = `${output}.${process.pid}`
  const schema = `${fresh}.prisma`
  await mkdir(dirname(output), { recursive: true })
  try {
    await writeFile(
      schema,
      datamodel.replace(/^(\s*output\s*=\s*).*$/m, (_, key) => key + JSON.stringify(fresh)),
    )
    const prisma = at('node_modules/prisma/build/index.js')
    // Only Prisma's own: a datamodel may have our generator too, whose paths are relative to where it stands.
    const args = [prisma, 'generate', '--generator', 'client', '--no-hints', '--schema', schema]
    await node(args, { env: OFFLINE })
    await writeFile(join(fresh, '.digest'), digest)
    await rm(output, { recursive: true, force: true })
    await rename(fresh, output)
  } finally {
    await rm(schema, { force: true })
    await rm(fresh, { recursive: true, force: true })
  }
  return true
}

/** Prisma looks for a schema engine that generating needs not at all: any program that exists will do. */
export const OFFLINE = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
}
