import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { at } from './paths.js'
import { node } from './run.js'

/**
 * @typedef {object} Client
 * @property {string} datamodel the text of a schema.prisma, whose own `output` is ignored
 * @property {string} output the directory to write to
 */

/**
 * Generates a Prisma client, unless the existing client was generated from the same datamodel by the same version.
 *
 * @param {Client} client
 * @returns {Promise<boolean>} whether there was something to do
 */
export async function generateClient(client) {
  return (await generateEach([client])) > 0
}

/**
 * Generates the Prisma clients that are missing, or come from another datamodel or another version of Prisma.
 *
 * @param {readonly Client[]} clients
 * @returns {Promise<number>} the number of generated clients
 */
export async function generateEach(clients) {
  const version = await readFile(at('node_modules/prisma/package.json'))
  const drafts = []
  for (const { datamodel, output } of clients) {
    const digest = createHash('sha256').update(datamodel).update(version).digest('hex')
    if ((await readFile(join(output, '.digest'), 'utf8').catch(() => '')) === digest) continue
    // The client is written next to its target and then moved, because another process may be reading the old one.
    const fresh = `${output}.${process.pid}`
    drafts.push({ datamodel, output, digest, fresh, schema: `${fresh}.prisma` })
  }
  if (drafts.length === 0) return 0
  try {
    for (const { datamodel, output, fresh, schema } of drafts) {
      await mkdir(dirname(output), { recursive: true })
      await writeFile(
        schema,
        datamodel.replace(/^(\s*output\s*=\s*).*$/m, (_, key) => key + JSON.stringify(fresh)),
      )
    }
    // Runs only Prisma's own generator. A datamodel may also have our generator, whose paths are relative to the
    // datamodel.
    const schemas = drafts.map(({ schema }) => schema)
    await node([at('scripts/lib/prisma-generate.cjs'), ...schemas], { env: OFFLINE })
    for (const { output, digest, fresh } of drafts) {
      await writeFile(join(fresh, '.digest'), digest)
      await rm(output, { recursive: true, force: true })
      await rename(fresh, output)
    }
  } finally {
    for (const { fresh, schema } of drafts) {
      await rm(schema, { force: true })
      await rm(fresh, { recursive: true, force: true })
    }
  }
  return drafts.length
}

/** Prisma looks for a schema engine, although `generate` does not need it: any existing program will do. */
export const OFFLINE = {
  PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  CHECKPOINT_DISABLE: '1',
  PRISMA_HIDE_UPDATE_MESSAGE: '1',
}
