import { join } from 'node:path'
import fc from 'fast-check'
import { inject } from 'vitest'
import { loadSchema, type Schema } from 'jsonapi-gen'
import type { Datamodel } from '../../../src/prisma/datamodel.js'
import { loadDatamodel } from '../../../src/prisma/load-datamodel.js'
import { chance } from '../../support/chance.js'
import { creatorOf, type Creator } from './create.js'
import { dataOf, faultsOf } from './document.js'
import type { RealProject } from './project.js'
import { openRows } from './rows.js'
import { type Server, startServer } from './server.js'
import { createTables, type Provider, SERVERS } from './tables.js'

/** The responses of a served project. */
export interface Serving {
  readonly creator: Creator
  /** The resources that a request should have created but did not. */
  readonly missing: readonly string[]
  readonly reads: readonly Read[]
  /** The server's output on stderr. */
  readonly said: string
}

/** A GET, its response, and the faults of its document. */
interface Read {
  readonly path: string
  readonly status: number
  readonly faults: readonly string[]
}

/** Whether the servers that a database requires can be reached. */
export function hasServers(provider: Provider): boolean {
  return SERVERS[provider].every((wanted) => inject('databases').some(({ name }) => name === wanted))
}

/**
 * Serves a compiled project from its own database. Creates one record of each resource that permits it, and reads it
 * and its collection with every relation.
 *
 * @param count the number of resources, which are drawn at random; by default, all
 */
export async function serveProject(
  project: RealProject,
  provider: Provider,
  count?: number,
): Promise<Serving> {
  const { schema, datamodel } = await understood(project)
  const types = sampleOf(schema, count)
  const { result, said } = await whileServed(project, provider, async (server, url) => {
    const rows = await openRows(project.folder, provider, url)
    const creator = creatorOf({ server, rows, schema, datamodel })
    const reads: Read[] = []
    try {
      for (const type of types) {
        reads.push(...(await readOf(server, schema, type, await creator.create(type))))
      }
    } finally {
      await rows.close()
    }
    return { creator, reads }
  })
  const asked = schema.resources.filter(({ type }) => types.includes(type))
  const creatable = asked.filter(({ actions }) => actions.includes('create')).map(({ type }) => type)
  const missing = creatable.filter((type) => !result.creator.created.some((each) => each.type === type))
  return { ...result, missing, said }
}

/** Serves a compiled project from an empty database while a function runs, and also returns the server's output on stderr. */
export async function whileServed<Result>(
  project: RealProject,
  provider: Provider,
  use: (server: Server, databaseUrl: string) => Promise<Result>,
): Promise<{ readonly result: Result; readonly said: string }> {
  const name = `${inject('run')}_${process.pid}_${project.name}`
  const tables = await createTables(await project.datamodel(), provider, {
    servers: inject('databases'),
    name,
  })
  try {
    const server = await startServer(project.folder, tables.url)
    try {
      const result = await use(server, tables.url)
      return { result, said: await server.stop() }
    } finally {
      await server.stop()
    }
  } finally {
    await tables.drop()
  }
}

function sampleOf({ resources }: Schema, count = resources.length): readonly string[] {
  const types = resources.map(({ type }) => type)
  const length = { minLength: Math.min(count, types.length), maxLength: count }
  const { seed } = chance(1)
  return fc.sample(fc.shuffledSubarray(types, length), { seed, numRuns: 1 })[0] ?? []
}

/** Reads the record and the collection with all relations, in several requests if one cannot include all of them. */
async function readOf(
  server: Server,
  schema: Schema,
  type: string,
  id: string | undefined,
): Promise<readonly Read[]> {
  const names = schema.resources.find((each) => each.type === type)?.sideloads.map(({ name }) => name) ?? []
  const pieces = names.flatMap((_, index) => (index % 20 === 0 ? [names.slice(index, index + 20)] : []))
  const paths = [
    ...(pieces.length === 0 ? [[]] : pieces).map((piece) => [`/${type}`, piece] as const),
    ...(id === undefined ? [] : [[`/${type}/${encodeURIComponent(id)}`, []] as const]),
  ]
  const reads: Read[] = []
  for (const [path, includes] of paths) {
    const { status, body } = await server.fetch(
      'GET',
      includes.length === 0 ? path : `${path}?include=${includes.join()}`,
    )
    const faults = status === 200 ? faultsOf(body, schema, includes) : [JSON.stringify(body)]
    const isThere = id === undefined || faults.length > 0 || dataOf(body).some((each) => each.id === id)
    reads.push({ path, status, faults: isThere ? faults : [`${type} ${id} is not there`] })
  }
  return reads
}

async function understood(project: RealProject): Promise<{ schema: Schema; datamodel: Datamodel }> {
  const loaded = await loadSchema(join(project.folder, 'schema.yaml'), 'schema.yaml')
  const model = await loadDatamodel([{ path: 'schema.prisma', text: await project.datamodel() }])
  if (!loaded.ok || !model.ok) throw new Error('The schema is faulty.')
  return { schema: loaded.schema, datamodel: model.datamodel }
}
