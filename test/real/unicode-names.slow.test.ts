import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRealProject, type RealProject } from './support/project.js'
import { dataOf, type ResourceObject } from './support/document.js'
import type { Answered } from './support/server.js'
import { oneIn } from '../support/sample.js'
import { hasServers, serveProject, whileServed } from './support/serve-project.js'

// `npm run soak` uses every engine on every database.
const ALL = (['prisma', 'kysely'] as const).flatMap((engine) =>
  (['sqlite', 'postgresql', 'mysql'] as const).map((provider) => ({ provider, engine })),
)
const CASES = [...ALL.slice(0, 1), ...oneIn(3, ALL.slice(1))].filter(({ provider }) => hasServers(provider))

describe.each(CASES)(
  'real/unicode-names (20.15): models, fields and enum values in other scripts, on $provider with $engine',
  ({ provider, engine }) => {
    let project: RealProject
    beforeAll(async () => {
      project = await createRealProject('alphabets', provider)
    })
    afterAll(() => project.remove())

    test('`init` and `generate` exit with 0 and without a warning, and the code compiles', async () => {
      expect(await project.run('init')).toMatchObject({ code: 0, stdout: '' })
      const schema = join(project.folder, 'schema.yaml')
      const text = await readFile(schema, 'utf8')
      const open = text
        .replaceAll('mayRead', 'true')
        .replaceAll(
          'create: false, update: false, destroy: false }',
          'create: true, update: true, destroy: true }\n    public: true',
        )
        .replace(/(?<=^ {4}attributes: \[name, größe.*\n {4}filters:\n)/m, FILTERS)
        .replace('total: [count]', 'total: [count]\n      größe: [sum, average]')
        .replace(/(?<=^ {4}attributes: \[fläche_m\]\n)/m, '    sorts: [haus.straße.größe]\n')
        .replace('unindexed: [größe', 'unindexed: [häuser.zustand, größe')
        .replace(/(?<=unindexed: \[)(?=(?:haus, )?fläche_m)/, 'haus.straße.größe, ')
      await writeFile(schema, open.replace(/^generate:\n/m, `generate:\n  adapter: ${engine}\n`))
      expect(await project.run('init', '--server')).toMatchObject({ code: 0, stdout: '' })
      const generated = await project.run('generate', '--strict')
      expect({ ...generated, stderr: generated.stderr.match(/(?:error|warning) JG\d+.*/g) }).toEqual({
        code: 0,
        stdout: '',
        stderr: null,
      })
      expect(await project.client()).toMatchObject({ code: 0 })
      expect(await project.compile('typescript-7')).toMatchObject({ code: 0, stdout: '' })
    }, 300_000)

    test('every permitted record can be created, and each record can be read with every relation', async () => {
      const { creator, missing, reads, said } = await serveProject(project, provider)
      expect(creator.created.filter(({ answer }) => answer.status !== 201)).toEqual([])
      expect({ missing, why: [...creator.impossible] }).toEqual({ missing: [], why: [] })
      expect(creator.created.length).toBeGreaterThan(3)
      expect(reads.filter(({ status, faults }) => status !== 200 || faults.length > 0)).toEqual([])
      expect(said).toBe('')
    }, 300_000)

    test('records are created together, found, sorted, counted, linked and destroyed', async () => {
      const { result, said } = await whileServed(project, provider, async (server) => {
        const answers: Answer[] = []
        for (const { ask, body } of ROUND) {
          const [method = '', path = ''] = ask.split(' ')
          answers.push({ ask, ...answerOf(await server.fetch(method, path, body)) })
        }
        return answers
      })
      expect(result).toEqual(ROUND.map(({ ask, status, records, meta }) => ({ ask, status, records, meta })))
      expect(said).toBe('')
    }, 300_000)
  },
)

/** Filters for the first resource. All other resources keep the declarations that `init` wrote. */
const FILTERS = '      name:\n      häuser.zustand:\n'

/**
 * The primary and included records of a document, as text. Every uuid is replaced, because uuids differ between runs.
 */
function answerOf({ status, body }: Answered): Omit<Answer, 'ask'> {
  if (body === undefined) return { status, records: [] }
  const { included = [], meta } = body as Pick<Answer, 'meta'> & {
    readonly included?: readonly ResourceObject[]
  }
  const records = [...dataOf(body), ...included].map(({ type, id, attributes = {}, relationships = {} }) => {
    const { gebautAm: _, ...values } = attributes
    const linked = Object.entries(relationships).flatMap(([name, { data }]) =>
      data === undefined ? [] : [`${name}: ${namesOf(data)}`],
    )
    const text = [`${type} ${id}`, ...Object.values(values), ...linked].join(', ')
    return text.replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, 'uuid')
  })
  return { status, records, ...(meta && { meta }) }
}

const namesOf = (data: unknown): string =>
  [(data ?? []) as ResourceObject | readonly ResourceObject[]]
    .flat()
    .map(({ type, id }) => `${type} ${id}`)
    .join(' + ')

interface Answer {
  /** The method and the path. */
  readonly ask: string
  readonly status: number
  readonly records: readonly string[]
  readonly meta?: object
}

interface Step extends Answer {
  readonly body?: object
}

const ROUND: readonly Step[] = [
  {
    ask: 'POST /straßes',
    body: {
      data: {
        type: 'straßes',
        attributes: { name: 'Ülf', größe: 3, éclairée: false },
        relationships: { häuser: { data: [{ type: 'haus', lid: 'a' }] } },
      },
      included: [
        {
          type: 'haus',
          lid: 'a',
          attributes: { nr: 1, zustand: 'häßlich' },
          relationships: { räume: { data: [{ type: 'räumes', lid: 'b' }] } },
        },
        {
          type: 'räumes',
          lid: 'b',
          attributes: { fläche_m: 2.5 },
          relationships: { aΕλλάδα: { data: [{ type: 'hελλάς', lid: 'c' }] } },
        },
        { type: 'hελλάς', lid: 'c', attributes: { όνομα: 'Αθήνα' } },
      ],
    },
    status: 201,
    records: [
      'straßes 1, Ülf, 3, 1.5, false, häuser: haus 1~1',
      'haus 1~1, 1, häßlich, räume: räumes 1',
      'räumes 1, 2.5, aΕλλάδα: hελλάς uuid',
      'hελλάς uuid, Αθήνα',
    ],
  },
  {
    ask: 'POST /straßes',
    body: {
      data: {
        type: 'straßes',
        attributes: { name: 'Äpf', größe: 6 },
        relationships: { häuser: { data: [{ type: 'haus', lid: 'a' }] } },
      },
      included: [
        {
          type: 'haus',
          lid: 'a',
          attributes: { nr: 2 },
          relationships: { räume: { data: [{ type: 'räumes', lid: 'b' }] } },
        },
        { type: 'räumes', lid: 'b', attributes: { fläche_m: 7.5 } },
      ],
    },
    status: 201,
    records: [
      'straßes 2, Äpf, 6, 1.5, true, häuser: haus 2~2',
      'haus 2~2, 2, schön, räume: räumes 2',
      'räumes 2, 7.5',
    ],
  },
  {
    ask: 'GET /straßes?filter[name]=Ülf&include=häuser.räume.aΕλλάδα',
    status: 200,
    records: [
      'straßes 1, Ülf, 3, 1.5, false, häuser: haus 1~1',
      'haus 1~1, 1, häßlich, räume: räumes 1',
      'räumes 1, 2.5, aΕλλάδα: hελλάς uuid',
      'hελλάς uuid, Αθήνα',
    ],
  },
  {
    ask: 'GET /straßes?filter[häuser.zustand]=häßlich',
    status: 200,
    records: ['straßes 1, Ülf, 3, 1.5, false'],
  },
  {
    ask: 'GET /straßes?sort=-größe&stats[größe]=sum,average',
    status: 200,
    records: ['straßes 2, Äpf, 6, 1.5, true', 'straßes 1, Ülf, 3, 1.5, false'],
    meta: { stats: { größe: { sum: 9, average: 4.5 } } },
  },
  {
    ask: 'GET /räumes?sort=-haus.straße.größe&include=haus.straße',
    status: 200,
    records: [
      'räumes 2, 7.5, haus: haus 2~2',
      'räumes 1, 2.5, haus: haus 1~1',
      'haus 2~2, 2, schön, straße: straßes 2',
      'straßes 2, Äpf, 6, 1.5, true',
      'haus 1~1, 1, häßlich, straße: straßes 1',
      'straßes 1, Ülf, 3, 1.5, false',
    ],
  },
  {
    ask: 'PATCH /räumes/1',
    status: 200,
    body: {
      data: {
        type: 'räumes',
        id: '1',
        attributes: { fläche_m: 4 },
        relationships: { haus: { data: { type: 'haus', id: '2~2' } }, aΕλλάδα: { data: [] } },
      },
    },
    records: ['räumes 1, 4, haus: haus 2~2, aΕλλάδα: ', 'haus 2~2, 2, schön'],
  },
  {
    ask: 'GET /räumes/1?include=haus,aΕλλάδα',
    status: 200,
    records: ['räumes 1, 4, haus: haus 2~2, aΕλλάδα: ', 'haus 2~2, 2, schön'],
  },
  { ask: 'DELETE /räumes/2', status: 204, records: [] },
  {
    ask: 'GET /haus?include=räume',
    status: 200,
    records: ['haus 1~1, 1, häßlich, räume: ', 'haus 2~2, 2, schön, räume: räumes 1', 'räumes 1, 4'],
  },
]
