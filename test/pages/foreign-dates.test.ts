import { Resource } from '@jsonapi-gen/runtime'
import { expect, test } from 'vitest'
import { blocksOf } from '../docs/blocks.js'
import { sqlite } from '../support/databases.js'
import { serveWrites } from '../write/support/serve.js'
import { prismaAdapter } from '../support/facts.js'

/** Forms in which other programs store dates: SQLite accepts any value in a date column. */
const FORMS = [
  ['canonical', "'2026-03-01T10:00:00.000+00:00'"],
  ['CURRENT_TIMESTAMP', "'2026-03-01 11:00:00'"],
  ['without a zone', "'2026-03-01T12:00:00'"],
  ['with Z', "'2026-03-01T13:00:00Z'"],
  ['milliseconds', "unixepoch('2026-03-01 14:00:00') * 1000"],
  ['canonical again', "'2026-03-01T15:00:00.000+00:00'"],
] as const

test("pages/foreign-dates: a walk finds dates that other programs have written to SQLite only if they are in Prisma's format (24.3)", async () => {
  const { prisma, close } = await sqlite.openNames()
  try {
    class AccountResource extends Resource {
      static {
        this.type('accounts')
        this.model('Account')
        this.useAdapter(prismaAdapter(prisma))
        this.id('string', { column: 'uuid' })
        this.attribute('openedAt', 'datetime?')
        this.allowFilter('openedAt')
      }
    }
    const api = serveWrites({ accounts: AccountResource })
    const read = async (path: string): Promise<Page> =>
      (await api.send('GET', path, undefined, { accept: PROFILE })).body as Page
    const walk = async (): Promise<readonly string[]> => {
      const found: string[] = []
      let path: string | null | undefined = '/accounts?sort=openedAt&page[size]=1'
      while (path && found.length < 2 * FORMS.length) {
        const { data, links } = await read(path)
        found.push(...data.map(({ id }) => id))
        path = links.next?.replace(/^http:\/\/[^/]+/, '')
      }
      return found
    }
    for (const [name, value] of FORMS) {
      await prisma.$executeRawUnsafe(
        `INSERT INTO "Account" ("uuid", "type", "email", "openedAt") VALUES ('${name}', 'checking', '${name}', ${value})`,
      )
    }
    const hours = async (): Promise<readonly string[]> =>
      (await read('/accounts')).data.map(({ attributes }) => attributes.openedAt.slice(11, 13)).toSorted()
    // All dates are read correctly, but SQLite sorts and compares them as they are stored.
    expect(await hours()).toEqual(['10', '11', '12', '13', '14', '15'])
    expect(await walk()).toEqual(['milliseconds', 'canonical again'])
    const [{ text: cure } = { text: '' }] = blocksOf('docs/query-parameters.md', 'sql')
    await prisma.$executeRawUnsafe(
      cure.replaceAll('"Post"', '"Account"').replaceAll('"publishedAt"', '"openedAt"'),
    )
    expect(await hours()).toEqual(['10', '11', '12', '13', '14', '15'])
    expect(await walk()).toEqual(FORMS.map(([name]) => name))
  } finally {
    await close()
  }
})

const PROFILE =
  'application/vnd.api+json;profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination/"'

interface Page {
  readonly data: readonly { readonly id: string; readonly attributes: { readonly openedAt: string } }[]
  readonly links: { readonly next?: string | null }
}
