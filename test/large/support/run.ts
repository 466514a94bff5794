import { expect } from 'vitest'
import { loadSchema, type Schema } from 'jsonapi-gen'
import { join } from 'node:path'
import type { Datamodel } from '../../../src/prisma/datamodel.js'
import { loadDatamodel } from '../../../src/prisma/load-datamodel.js'
import { textsUnder, tracesUnder } from '../../generator/support/folder.js'
import type { LargeProject, Served } from './project.js'
import { oneIn } from '../../support/sample.js'
import { linksInAnswers, linksInTables, readsOf, requestsOf } from './requests.js'
import { rowsOf, type Given } from './rows.js'

/** If there are more resources than this, only some are requested. `npm run soak` requests all of them. */
const MANY = 100

/** Generates twice and checks that the second run writes no files and `--check` reports no difference. */
export async function generateTwice(project: LargeProject): Promise<number> {
  const first = await project.generate()
  expect(first).toMatchObject({ code: 0, stdout: '' })
  const api = join(project.folder, 'src/api')
  const traces = await tracesUnder(api)
  expect(await project.generate()).toMatchObject({ code: 0, stdout: '' })
  expect(await project.generate('--check')).toMatchObject({ code: 0, stdout: '' })
  expect(await tracesUnder(api)).toEqual(traces)
  return Object.keys(await textsUnder(api)).length
}

/** Additional requests to the served API, and the values that its rows need. */
export interface Serving {
  readonly given?: Given
  /** Ids of records that are in no table, by type. */
  readonly ids?: Readonly<Record<string, string>>
  readonly requests: readonly string[]
}

/**
 * Serves the compiled project. Every list, record, sideload and sort must return 200, and every relation must contain
 * the records that Prisma reads. Returns the responses to the additional requests.
 */
export async function serveAll(
  project: LargeProject,
  { given = {}, ids = {}, requests }: Serving,
): Promise<Readonly<Record<string, unknown>>> {
  const { schema, datamodel } = await understood(project)
  const { rows, updates } = rowsOf(datamodel, given)
  const all = readsOf(schema, datamodel)
  const known = new Map([
    ...all.map(({ type, model, idColumn }) => [type, idIn(rows, model, idColumn)] as const),
    ...Object.entries(ids),
  ])
  const resources = schema.resources.length > MANY ? oneIn(4, schema.resources) : schema.resources
  const types = new Set(resources.map(({ type }) => type))
  const reads = all.filter(({ type }) => types.has(type))
  const standard = requestsOf({ resources }, known)
  const served = await project.serve({ rows, updates, reads, requests: [...standard, ...requests] })
  expect(served.answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(linksInAnswers(reads, served)).toEqual(linksInTables(reads, served))
  expect(unlinked(reads.length, served)).toEqual([])
  return Object.fromEntries(served.answers.slice(standard.length).map(({ request, body }) => [request, body]))
}

async function understood(project: LargeProject): Promise<{ schema: Schema; datamodel: Datamodel }> {
  const loaded = await loadSchema(join(project.folder, 'prisma'), 'prisma')
  const model = await loadDatamodel([{ path: 'schema.prisma', text: project.datamodel }])
  if (!loaded.ok || !model.ok) throw new Error('The schema is faulty.')
  return { schema: loaded.schema, datamodel: model.datamodel }
}

type Inserted = ReturnType<typeof rowsOf>['rows']

// The id of the second row, which has a place in every tree, unlike the first.
function idIn(rows: Inserted, model: string, idColumn: string): string {
  const id = rows.filter((row) => row.model === model)[1]?.data[idColumn]
  return typeof id === 'object' && id !== null ? String(Object.values(id)[0]) : String(id)
}

/** Relations without rows, whose results would be equal for lack of data. */
function unlinked(count: number, { reads }: Served): readonly string[] {
  return reads
    .slice(0, count)
    .flatMap((records, index) =>
      Object.keys(records[0] ?? {}).flatMap((name) =>
        records.every((record) => record[name] === null || [record[name]].flat().length === 0)
          ? [`${index} ${name}`]
          : [],
      ),
    )
}
