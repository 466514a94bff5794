import type { ResourceClass } from '@jsonapi-gen/runtime'
import { describe, expect, test } from 'vitest'
import { databases } from '../../support/databases.js'
import { sample } from '../../support/samples.js'
import { shortErrors, written } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'
import { typesResources, writableTypes } from '../support/types.js'

/** The kinds of versions, each with its first values. */
const KINDS = [
  { kind: 'integer', first: 7, next: 8, third: 10 },
  { kind: 'bigint', first: '9007199254740993', next: '9007199254740994', third: '9007199254740996' },
  {
    kind: 'datetime',
    first: '2999-12-31T23:59:59.998Z',
    next: '2999-12-31T23:59:59.999Z',
    third: '3000-01-01T00:00:00.001Z',
  },
] as const

describe.each(databases)('write/version-kinds (21.3): optimistic locking on $name', (database) => {
  const types = writableTypes(database)

  describe.each(KINDS)('a version of type $kind', ({ kind, first, next, third }) => {
    const versioned = (): ResourceClass => {
      const samples = typesResources(types.adapter)['samples']
      if (!samples) throw new Error('There are samples.')
      samples.version(kind)
      return samples
    }
    /** Creates a row with its first version, which a client cannot set in a create. */
    const make = async (): Promise<string> => {
      const data = sample(crypto.randomUUID(), {
        string: 'a',
        integer: 7,
        bigint: 9_007_199_254_740_993n,
        datetime: new Date('2999-12-31T23:59:59.998Z'),
      })
      return (await types.prisma.sample.create({ data })).id
    }
    const patch = (samples: ResourceClass, id: string, attributes: object) =>
      serveWrites({ ...typesResources(types.adapter), samples }).send('PATCH', `/samples/${id}`, {
        data: { type: 'samples', id, attributes },
      })

    test('an update with the current version is accepted and increments the version, and an update with a stale version returns 409 and changes no data', async () => {
      const samples = versioned()
      const id = await make()
      const { attributes } = written(await patch(samples, id, { string: 'b', [kind]: first })).data
      expect([attributes?.['string'], attributes?.[kind]]).toEqual(['b', next])
      const stale = await patch(samples, id, { string: 'c', [kind]: first })
      expect([stale.status, shortErrors(stale)]).toEqual([
        409,
        [
          `409 /data/attributes/${kind} The record has changed since it was read: its "${kind}" has a different value now.`,
        ],
      ])
      expect(written(await patch(samples, id, {})).data.attributes).toMatchObject({
        string: 'b',
        [kind]: next,
      })
    })

    test('if two writers have read the same version, only one of them succeeds', async () => {
      const id = await make()
      class Overtaken extends versioned() {
        override async update(parameters: Readonly<Record<string, unknown>>, parent?: object) {
          const { string, ...read } = parameters
          if (string === 'slow') await super.update({ ...read, string: 'quick' })
          return super.update(parameters, parent)
        }
      }
      const answer = await patch(Overtaken, id, { string: 'slow', [kind]: first })
      expect(answer.status).toBe(409)
      expect(await types.prisma.sample.findUnique({ where: { id } })).toMatchObject({ string: 'a' })
    })

    test('concurrent writers that send no version each receive a different version', async () => {
      const samples = versioned()
      const id = await make()
      const answers = await Promise.all(['b', 'c', 'd'].map((string) => patch(samples, id, { string })))
      const versions = answers.map((answer) => written(answer).data.attributes?.[kind])
      expect([new Set(versions).size, versions.includes(next), versions.includes(third)]).toEqual([
        3,
        true,
        true,
      ])
    })

    test('an update without a version increments the version', async () => {
      const samples = versioned()
      const id = await make()
      expect(written(await patch(samples, id, { string: 'b' })).data.attributes).toMatchObject({
        [kind]: next,
      })
    })
  })
})
