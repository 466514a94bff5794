import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blogOn } from '../adapter/differential/blog.js'
import { chance } from '../support/chance.js'
import { databases, type BlogClient, type OpenDatabase } from '../support/databases.js'
import { isSoak, quickly } from '../support/sample.js'
import { serve, type Served } from '../support/serve.js'
import { kyselyAdapter } from './support/kysely-adapter.js'

/** Text that every hostile value contains and that no statement may contain. */
const MARK = 'zqx'

const hostile = fc
  .tuple(
    fc.constantFrom("'", '"', '`', '\\', '%', '_', ';--', '$1', '?', "' or 1=1 --", '{{', 'é'),
    fc.string({ maxLength: 8 }),
  )
  .map(([quote, rest]) => `${MARK}${quote}${rest.replaceAll(/[\0,{}]/g, '')}`)

/** Requests with a hostile value in each place that accepts a value. */
const requests = fc.tuple(hostile, fc.nat(9)).map(([value, place]) => {
  const given = encodeURIComponent(value)
  const paths = [
    `/posts?filter[title]=${given}`,
    `/posts?filter[title][prefix]=${given}`,
    `/posts?filter[title][contains]=${given}&stats[total]=count`,
    `/posts?filter[comments.body][contains]=${given}&include=comments`,
    `/posts?filter[author.name]=${given}&sort=author.name`,
    `/posts?filter[or][0][title]=${given}&filter[or][1][title][not_eq]=${given}`,
    `/posts/${given}`,
    `/posts?sort=${given}`,
    `/posts?include=${given}`,
    `/comments?filter[body][not_suffix]=${given}&page[size]=2`,
  ]
  return paths[place] ?? ''
})

describe.each(databases)('kysely/statements (18.4): statements that Kysely sends to $name', (database) => {
  let opened: OpenDatabase<BlogClient>
  let api: Served
  let close: () => Promise<void>
  const statements: { readonly sql: string; readonly parameters: readonly unknown[] }[] = []
  beforeAll(async () => {
    opened = await database.open({ seed: true })
    const kysely = kyselyAdapter(opened, { log: ({ query }) => void statements.push(query) })
    close = kysely.close
    api = serve(blogOn(kysely.adapter))
  })
  afterAll(async () => {
    await close()
    await opened.close()
  })

  test('the text of a statement does not depend on values, because a hostile value is sent as a parameter', async () => {
    let given = 0
    await fc.assert(
      fc.asyncProperty(requests, async (path) => {
        statements.length = 0
        const { status } = await api.get(path)
        expect([200, 400, 404]).toContain(status)
        expect(statements.filter(({ sql }) => sql.includes(MARK))).toEqual([])
        given += statements.filter(({ parameters }) =>
          parameters.some((one) => String(one).includes(MARK)),
        ).length
      }),
      chance(isSoak ? 10_000 : 300),
    )
    expect(given).toBeGreaterThan(quickly(20))
  }, 600_000)

  test('each include path runs one statement for any number of records, and a many-to-many relationship runs two', async () => {
    const counts: number[] = []
    for (const size of [1, 5, 50]) {
      statements.length = 0
      await api.get(`/posts?page[size]=${size}&sort=id&include=author,comments`)
      counts.push(statements.length)
    }
    expect(counts).toEqual([3, 3, 3])
    statements.length = 0
    await api.get('/posts?page[size]=20&include=tags')
    expect(statements).toHaveLength(3)
  })

  test('the database limits the pages of an include for each parent (5.3)', async () => {
    statements.length = 0
    const { status } = await api.get('/posts?page[size]=10&sort=id&include=comments&page[comments][size]=2')
    expect(status).toBe(200)
    // The first query reads the posts. The second reads up to three comment keys for each post, where a third key means
    // that there is a next page. The last reads the comments.
    expect(statements.map(({ sql }) => /row_number\(\) over \(partition by/.test(sql))).toEqual([
      false,
      true,
      false,
    ])
    expect(statements[1]?.parameters.map(Number)).toContain(3)
  })
})
