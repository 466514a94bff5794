import type { ResourceClass } from '@jsonapi-gen/runtime'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { sampledKeys } from '../support/databases.js'
import { seededPeople } from '../support/seeded-people.js'
import { serve } from '../support/serve.js'

const PATH = '/nodes?page[size]=2&sort=id&include=children&stats[total]=count'

/** A promise, and a function that fulfills it. */
function gate() {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

describe.each(sampledKeys)(
  'stats/beside (8.1, 9.4): stats that are read together with records, on $title',
  (database) => {
    const people = seededPeople(database)
    const unhandled: unknown[] = []
    const note = (error: unknown): void => {
      unhandled.push(error)
    }
    beforeEach(() => {
      unhandled.splice(0)
      process.on('unhandledRejection', note)
    })
    afterEach(() => {
      process.off('unhandledRejection', note)
    })

    /** A resource of nodes that runs the given functions before it resolves records and before it counts them. */
    function nodes(steps: string[], before: Readonly<Record<'resolve' | 'stats', () => Promise<void>>>) {
      const step = async (name: 'resolve' | 'stats'): Promise<void> => {
        steps.push(name)
        await before[name]()
        steps.push(`${name}, done`)
      }
      return class Nodes extends people.resources.nodes {
        static {
          this.allowStat('total', {
            count: async () => {
              await step('stats')
              return 6
            },
          })
        }
        override async resolve(scope: unknown): Promise<object[]> {
          await step('resolve')
          return (await super.resolve(scope)) as object[]
        }
      }
    }

    test('outside a transaction, stats and records do not wait for each other', async () => {
      const [resolving, counting] = [gate(), gate()]
      const resource = nodes([], {
        resolve: async () => {
          resolving.open()
          await counting.opened
        },
        stats: async () => {
          counting.open()
          await resolving.opened
        },
      })
      const { status, body } = await serve([resource]).get(PATH)
      expect({ status, meta: (body as { meta: unknown }).meta }).toEqual({
        status: 200,
        meta: { stats: { total: { count: 6 } } },
      })
    })

    const nothing = async (): Promise<void> => {}

    test('stats and records take turns if only one query may run at a time', async () => {
      const steps: string[] = []
      const resource = nodes(steps, { resolve: nothing, stats: nothing })
      const { status } = await serve([resource], { limits: { concurrency: 1 } }).get(PATH)
      const done = (name: string): string[] => [name, `${name}, done`]
      expect({ status, steps }).toEqual({
        status: 200,
        steps: [...done('resolve'), ...done('stats'), ...done('resolve')],
      })
    })

    test('inside a transaction, the stats run last', async () => {
      const steps: string[] = []
      const resource: ResourceClass = nodes(steps, { resolve: nothing, stats: nothing })
      serve([resource])
      const reading = resource as unknown as { all(query: object): Promise<{ meta: unknown }> }
      const { meta } = await people.adapter.transaction(() =>
        reading.all({ page: { size: 2 }, include: ['children'], stats: { total: 'count' } }),
      )
      const done = (name: string): string[] => [name, `${name}, done`]
      expect({ meta, steps }).toEqual({
        meta: { stats: { total: { count: 6 } } },
        steps: [...done('resolve'), ...done('resolve'), ...done('stats')],
      })
    })

    const failure = (message: string) => async () => {
      throw new Error(message)
    }

    test.each([
      ['the records fail', failure('no records'), nothing, ['no records']],
      ['the stats fail', nothing, failure('no stats'), ['no stats']],
      ['both fail', failure('no records'), failure('no stats'), ['no records']],
    ])(
      'if %s, the response reports the failure once, and no rejection is unhandled',
      async (_, resolve, stats, messages) => {
        const reported: string[] = []
        const resource = nodes([], { resolve, stats })
        const api = serve([resource], {
          onError: (error: unknown) => {
            reported.push(error instanceof Error ? error.message : String(error))
          },
        })
        const { status } = await api.get(PATH)
        // An unhandled rejection is reported after all microtasks have run.
        await new Promise((resolve) => setImmediate(resolve))
        expect({ status, reported, unhandled }).toEqual({ status: 500, reported: messages, unhandled: [] })
      },
    )
  },
)
