import { Resource } from '@jsonapi-gen/runtime'
import type { Adapter } from '@jsonapi-gen/runtime/adapter'
import fc from 'fast-check'
import { expect } from 'vitest'
import { ActionsController } from '../../support/actions-controller.js'
import { apiOf } from '../../support/api-of.js'
import { chance } from '../../support/chance.js'
import type { OpenDatabase, TypesClient } from '../../support/databases.js'
import type { AnyScope, Builder } from './shared-names.js'

/** Strings that would end a literal, a comment or a name in one of the SQL modes. */
const hostile = fc
  .array(
    fc.constantFrom(
      "'",
      "''",
      '"',
      '`',
      '\\',
      "\\'",
      '\\\\',
      '\\"',
      '?',
      '??',
      '$1',
      ':name',
      '%',
      '_',
      '|',
      '||',
      ' or 1=1',
      ') or (1=1',
      '-- ',
      '#',
      '/*',
      '*/',
      ';',
      'x',
      'é',
      '縗',
      '\u{1F600}',
      '\n',
      '\u001A',
      '\b',
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(''))

/** An adapter, and the statements that it sends. */
export interface Asked {
  readonly adapter: Adapter
  /** The statements since the last call, without literals and parameters. */
  received(): Promise<readonly string[]>
  /** Whether a string can be sent at all. By default, every string can. */
  readonly isAble?: (text: string) => boolean
  /** Narrows a scope to the nodes with a name, through an expression instead of a plain column value. */
  readonly like: (scope: AnyScope, name: string) => AnyScope
  /** Narrows a scope to the nodes with a name and to those without a name. */
  readonly orNone: (scope: AnyScope, name: string) => AnyScope
}

/** Narrows Kysely's scopes. */
export const byKysely: Pick<Asked, 'like' | 'orNone'> = {
  like: (scope, name) =>
    scope.where((of: Builder) => of.or([of('name', '=', name), of(of.ref('name'), 'in', [name])])),
  orNone: (scope, name) => scope.where({ name: [name, null] }),
}

/** An API of nodes in which a tenant sees only the ones at position 1. */
export function nodesApi(
  { adapter, like, orNone }: Pick<Asked, 'adapter' | 'like' | 'orNone'>,
  name: () => string | undefined,
) {
  const errors: unknown[] = []
  class Nodes extends Resource {
    static {
      this.type('nodes')
      this.model('Node')
      this.id('integer')
      this.useAdapter(adapter)
      this.attribute('name', 'string')
      this.attribute('position', { type: 'integer', default: 1 })
      this.allowFilter('name')
      this.allowFilter('same', { type: 'string' }, ((scope: AnyScope, value: string) =>
        scope.where({ name: value })) as never)
      this.allowFilter('like', { type: 'string' }, like as never)
      const own = (scope: unknown): AnyScope => (scope as AnyScope).where({ position: 1 })
      this.scopes({ read: own, update: own, destroy: own } as never)
      // Every statement contains this condition, with the value of a header.
      this.defaultFilter('other', ((scope: AnyScope) => {
        const given = name()
        return given === undefined ? scope : orNone(scope, given)
      }) as never)
    }
  }
  const api = apiOf(class extends ActionsController {}, [Nodes], {
    onError: (error) => void errors.push(error),
  })
  const ask = async (method: string, path: string, body?: object) => {
    const response = await api.fetch(
      new Request(`http://test.example${path}`, {
        method,
        headers: { 'content-type': 'application/vnd.api+json' },
        ...(body && { body: JSON.stringify({ data: { type: 'nodes', ...body } }) }),
      }),
    )
    const text = await response.text()
    return { status: response.status, data: text === '' ? undefined : JSON.parse(text).data }
  }
  return { ask, errors }
}

const unnumbered = (text: string): string => text.replaceAll(/\d+/g, 'n')

/**
 * Uses each string in every way that an application might. Each string must be found, may change only its own
 * record, and must cause the same statements as a harmless string. Returns the number of strings.
 */
export async function checkTexts(
  asked: Asked,
  store: Pick<OpenDatabase<TypesClient>, 'prisma'>,
  runs: number,
): Promise<number> {
  await store.prisma.node.deleteMany()
  const other = await store.prisma.node.create({ data: { name: 'of another', position: 2 } })
  let header: string | undefined
  const { ask, errors } = nodesApi(asked, () => header)
  const statements = async (text: string): Promise<readonly string[]> => {
    header = undefined
    await store.prisma.node.deleteMany({ where: { id: { not: other.id } } })
    await asked.received()
    const given = encodeURIComponent(text)
    const made = await ask('POST', '/nodes', { attributes: { name: text } })
    expect([made.status, made.data?.attributes]).toEqual([201, { name: text, position: 1 }])
    const { id } = made.data
    for (const query of [
      `filter[name][eq]=${given}`,
      `filter[name][contains]=${given}`,
      `filter[same]=${given}`,
      `filter[like]=${given}`,
    ]) {
      const found = await ask('GET', `/nodes?${query}&page[size]=1000&sort=-id`)
      const ids = found.status === 200 ? found.data.map((one: { id: string }) => one.id) : []
      expect([query, found.status, ids.includes(id), ids.includes(String(other.id))]).toEqual([
        query,
        200,
        true,
        false,
      ])
    }
    header = text
    const all = await ask('GET', '/nodes?page[size]=1000')
    expect(all.data.map((one: { id: string }) => one.id)).not.toContain(String(other.id))
    const changed = await ask('PATCH', `/nodes/${id}`, { id, attributes: { name: `${text}${text}` } })
    expect([changed.status, changed.data?.attributes.name]).toEqual([200, text + text])
    expect(
      (await ask('PATCH', `/nodes/${other.id}`, { id: String(other.id), attributes: { name: text } })).status,
    ).toBe(404)
    header = undefined
    expect((await ask('DELETE', `/nodes/${id}`)).status).toBe(204)
    expect(await store.prisma.node.findMany()).toEqual([other])
    return (await asked.received()).map(unnumbered)
  }
  // The first write queries the server's version.
  await statements('x')
  const expected = await statements('x')
  expect(expected.map((sent) => /(insert into|update|delete from) /i.exec(sent)?.[1]?.toLowerCase())).toEqual(
    expect.arrayContaining(['insert into', 'update', 'delete from']),
  )
  let count = 0
  await fc.assert(
    fc.asyncProperty(hostile.filter(asked.isAble ?? (() => true)), async (text) => {
      count += 1
      expect([text, await statements(text)]).toEqual([text, expected])
    }),
    chance(runs),
  )
  expect(errors).toEqual([])
  return count
}
