import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { at } from './paths.js'
import { node } from './run.js'

/**
 * Generates a Prisma client, unless the existing client was generated from the same datamodel by the same version.
 *
 * @param {{ datamodel: string, output: string }} options the text of a schema.prisma, whose own `output` is ignored,
 * and the directory to write to
 * @returns {Promise<boolean>} whether there was something to do
 */
export async function generateClient({ datamodel, output }) {
  const digest = createHash('sha256')
    .update(datamodel)
    .update(await readFile(at('node_modules/prisma/package.json')))
    .digest('hex')
  if ((await readFile(join(output, '.digest'), 'utf8').catch(() => '')) === digest) return false

  // The client is written next to its target and then moved, because another process may be reading the old one.
  const fresh = `${output}.${process.pid}`
  const schema = `${fresh}.prisma`
  await mkdir(dirname(output), { recursive: true })
  try {
    await writeFile(
      schema,
      datamodel.replace(/^(\s*output\s*=\s*).*$/m, (_, key) => key + JSON.stringify(fresh)),
    )
    const prisma = at('node_modules/prisma/build/index.js')
    // Runs only Prisma's own generator. A datamodel may also have our generator, whose paths are relative to the
    // datamodel.
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

/** Prisma looks for a schema engine, although `generate` does not need it: any existing program will do. */
export const OFFLINE = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
}
