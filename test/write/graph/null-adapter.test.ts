import { Resource, type ResourceClass } from '@jsonapi-gen/runtime'
import { NullAdapter } from '@jsonapi-gen/runtime/null'
import { beforeEach, describe, expect, test } from 'vitest'
import { includedIn, linkage, shortErrors, written } from '../support/documents.js'
import { serveWrites } from '../support/serve.js'

interface Row {
  readonly id: string
  readonly [attribute: string]: unknown
}

/** Two resources over in-memory lists that the tests write to. */
const rows: Record<'shelves' | 'books', Row[]> = { shelves: [], books: [] }

abstract class ListResource extends Resource {
  static {
    this.useAdapter(NullAdapter)
    this.model('list')
    this.id('string')
    this.allowFilter('id', {}, (scope, value) => scopeOf(scope).filter(({ id }) => id === value))
    this.sort((scope) => scope)
    this.paginate((scope, page, size) => scopeOf(scope).slice((page - 1) * size, page * size))
  }
  abstract readonly list: Row[]
  override baseScope(): readonly Row[] {
    return this.list
  }
  override async resolve(scope: unknown): Promise<Row[]> {
    return scopeOf(scope).map((row) => ({ ...row }))
  }
  override async create(parameters: Readonly<Record<string, unknown>>): Promise<Row> {
    const row = { ...parameters, id: `${this.list.length + 1}` }
    this.list.push(row)
    return { ...row }
  }
  override async update(parameters: Readonly<Record<string, unknown>>): Promise<Row> {
    const index = this.list.findIndex(({ id }) => id === parameters['id'])
    const row = { ...this.list[index], ...parameters, id: String(parameters['id']) }
    this.list[index] = row
    return { ...row }
  }
  override async destroy(id: unknown): Promise<Row> {
    const [row] = this.list.splice(
      this.list.findIndex((other) => other.id === id),
      1,
    )
    if (!row) throw new Error('There is no such row.')
    return row
  }
  override associate(parent: object, child: object, name: string): void {
    Reflect.set(parent, name, [Reflect.get(parent, name) ?? [], child].flat())
  }
  override disassociate(_parent: object, _child: object): void {}
}

class ShelfResource extends ListResource {
  static {
    this.type('shelves')
    this.attribute('label', 'string')
    this.allowSideload('books', {
      resource: 'books',
      scope: (shelves: readonly Row[]) =>
        rows.books.filter(({ shelfId }) => shelves.some(({ id }) => id === shelfId)),
      assign: (shelves: readonly object[], books: readonly Row[]) => {
        for (const shelf of shelves) {
          const own = books.filter(({ shelfId }) => shelfId === Reflect.get(shelf, 'id'))
          Reflect.set(shelf, 'books', own)
        }
      },
    })
  }
  readonly list: Row[] = rows.shelves
  override associate(shelf: object, book: object, name: string): void {
    const kept = rows.books.findIndex(({ id }) => id === Reflect.get(book, 'id'))
    const row = rows.books[kept]
    if (row) rows.books[kept] = { ...row, shelfId: Reflect.get(shelf, 'id') }
    super.associate(shelf, book, name)
  }
  override disassociate(_shelf: object, book: object): void {
    const kept = rows.books.findIndex(({ id }) => id === Reflect.get(book, 'id'))
    const row = rows.books[kept]
    if (row) rows.books[kept] = { ...row, shelfId: null }
  }
}

class BookResource extends ListResource {
  static {
    this.type('books')
    this.attribute('title', { type: 'string', minLength: 1 })
    this.attribute('keywords', { type: 'string[]?', minLength: 2 })
  }
  readonly list: Row[] = rows.books
}

const scopeOf = (scope: unknown): readonly Row[] => (Array.isArray(scope) ? scope : [])

describe('write/null-adapter: writes on the Null adapter', () => {
  const served = serveWrites({
    shelves: ShelfResource as ResourceClass,
    books: BookResource as ResourceClass,
  })
  beforeEach(() => {
    rows.shelves.length = 0
    rows.books.length = 0
  })

  const shelf = (books: readonly object[], id?: string) => ({
    type: 'shelves',
    ...(id !== undefined && { id }),
    ...(id === undefined && { attributes: { label: 'Poems' } }),
    relationships: { books: { data: books } },
  })

  test('a resource that defines its operations can be written like any other, even inside a custom sideload', async () => {
    const answer = await served.send('POST', '/shelves', {
      data: shelf([
        { type: 'books', lid: 'a' },
        { type: 'books', lid: 'b' },
      ]),
      included: ['a', 'b'].map((lid) => ({ type: 'books', lid, attributes: { title: lid } })),
    })
    expect([answer.status, linkage(written(answer).data, 'books')]).toEqual([201, ['books 1', 'books 2']])
    expect(rows).toEqual({
      shelves: [{ id: '1', label: 'Poems' }],
      books: [
        { id: '1', title: 'a', shelfId: '1' },
        { id: '2', title: 'b', shelfId: '1' },
      ],
    })
  })

  test('a set is replaced, and only its members are updated and destroyed', async () => {
    rows.shelves.push({ id: '1', label: 'Poems' }, { id: '2', label: 'Prose' })
    rows.books.push(
      { id: '1', title: 'a', shelfId: '1' },
      { id: '2', title: 'b', shelfId: '1' },
      { id: '3', title: 'c', shelfId: '2' },
    )
    const send = (books: readonly object[], included?: readonly object[]) =>
      served.send('PATCH', '/shelves/1', { data: shelf(books, '1'), ...(included && { included }) })
    expect(shortErrors(await send([{ type: 'books', id: '3', method: 'destroy' }]))).toEqual([
      '404 /data/relationships/books/data/0 There is no record of type "books" with the id "3" here.',
    ])
    const changed = await send(
      [
        { type: 'books', id: '1', method: 'update' },
        { type: 'books', id: '2', method: 'destroy' },
      ],
      [{ type: 'books', id: '1', attributes: { title: 'A' } }],
    )
    expect(includedIn(written(changed))).toEqual(['books 1'])
    expect(rows.books).toEqual([
      { id: '1', title: 'A', shelfId: '1' },
      { id: '3', title: 'c', shelfId: '2' },
    ])
    written(await send([{ type: 'books', id: '3' }]))
    expect(rows.books).toEqual([
      { id: '1', title: 'A', shelfId: null },
      { id: '3', title: 'c', shelfId: '1' },
    ])
    expect((await served.send('DELETE', '/books/3')).status).toBe(204)
    expect(rows.books).toHaveLength(1)
  })

  /**
   * The included and the linked records in the response for a shelf. The request updates the first book and removes
   * the second one.
   */
  async function namedWithout(method: string, resources: Readonly<Record<string, unknown>>) {
    rows.shelves.push({ id: '1', label: 'Poems' })
    rows.books.push({ id: '1', title: 'a', shelfId: '1' }, { id: '2', title: 'b', shelfId: '1' })
    const named = [
      { type: 'books', id: '1', method: 'update' },
      { type: 'books', id: '2', method },
    ]
    const { send: sendTo } = serveWrites(resources as Record<string, ResourceClass>)
    const answer = await sendTo('PATCH', '/shelves/1', {
      data: shelf(named, '1'),
      included: [{ type: 'books', id: '1', attributes: { title: 'A' } }],
    })
    return [includedIn(written(answer)), linkage(written(answer).data, 'books')]
  }
  const FIRST_ALONE = [['books 1'], ['books 1']]

  test('the response omits unlinked records, even if the sideload still returns them', async () => {
    class Known extends ShelfResource {
      static {
        this.allowSideload('books', {
          resource: 'books',
          scope: () => rows.books,
          assign: (shelves: readonly object[], books: readonly Row[]) => {
            for (const one of shelves) Reflect.set(one, 'books', [...books])
          },
        })
      }
    }
    expect(await namedWithout('disassociate', { shelves: Known, books: BookResource })).toEqual(FIRST_ALONE)
    expect(rows.books).toEqual([
      { id: '1', title: 'A', shelfId: '1' },
      { id: '2', title: 'b', shelfId: null },
    ])
  })

  test('the response omits destroyed records, even if the store keeps them', async () => {
    class Kept extends BookResource {
      override async destroy(id: unknown): Promise<Row> {
        return this.update({ id, title: 'gone' })
      }
    }
    expect(await namedWithout('destroy', { shelves: ShelfResource, books: Kept })).toEqual(FIRST_ALONE)
    expect(rows.books).toEqual([
      { id: '1', title: 'A', shelfId: '1' },
      { id: '2', title: 'gone', shelfId: '1' },
    ])
  })

  test('a nested write does not call an undefined operation, but returns 403 with a pointer to the record', async () => {
    const { create, update, destroy } = Resource.prototype
    class ReadOnly extends BookResource {}
    Object.assign(ReadOnly.prototype, { create, update, destroy })
    rows.shelves.push({ id: '1', label: 'Poems' })
    rows.books.push({ id: '1', title: 'a', shelfId: '1' }, { id: '2', title: 'b', shelfId: '1' })
    const readOnly = serveWrites({
      shelves: ShelfResource as ResourceClass,
      books: ReadOnly as ResourceClass,
    })
    const answer = await readOnly.send('PATCH', '/shelves/1', {
      data: shelf(
        [
          { type: 'books', lid: 'new', method: 'create' },
          { type: 'books', id: '1', method: 'update' },
          { type: 'books', id: '2', method: 'destroy' },
        ],
        '1',
      ),
      included: [
        { type: 'books', lid: 'new', attributes: { title: 'n' } },
        { type: 'books', id: '1', attributes: { title: 'A' } },
      ],
    })
    const at = '403 /data/relationships/books/data'
    expect(shortErrors(answer)).toEqual([
      `${at}/0 A record of type "books" cannot be created here.`,
      `${at}/1 A record of type "books" cannot be updated here.`,
      `${at}/2 A record of type "books" cannot be destroyed here.`,
    ])
    expect(
      (await readOnly.send('PATCH', '/shelves/1', { data: shelf([{ type: 'books', id: '1' }], '1') })).status,
    ).toBe(200)
  })

  test('invalid input returns the same response as on any adapter', async () => {
    const answer = await served.send('POST', '/books', { data: { type: 'books', attributes: { title: '' } } })
    expect(shortErrors(answer)).toEqual(['422 /data/attributes/title title cannot be empty.'])
    const listed = await served.send('POST', '/books', {
      data: { type: 'books', attributes: { title: 'x', keywords: ['ok', 'x'] } },
    })
    expect(shortErrors(listed)).toEqual([
      '422 /data/attributes/keywords/1 keywords is shorter than 2 characters.',
    ])
    const mixed = await served.send('POST', '/books', {
      data: { type: 'books', attributes: { title: 'x', keywords: ['ok', 7] } },
    })
    expect(shortErrors(mixed)).toEqual(['422 /data/attributes/keywords/1 keywords is not a string.'])
    expect(rows.books).toEqual([])
  })

  test('an undefined operation causes an error that names the method', async () => {
    class Bare extends Resource {
      static {
        this.type('bare')
        this.useAdapter(NullAdapter)
        this.model('bare')
        this.attribute('name', 'string?')
      }
    }
    const bare = serveWrites({ bare: Bare })
    await expect(bare.send('POST', '/bare', { data: { type: 'bare' } })).rejects.toThrow(
      'The resource "bare" uses the Null adapter, which provides no defaults: override create(parameters).',
    )
  })

  test('a resource without a model causes an error that names the problem', async () => {
    class Modelless extends Resource {
      static {
        this.type('modelless')
        this.useAdapter(NullAdapter)
      }
    }
    await expect(
      serveWrites({ modelless: Modelless }).send('POST', '/modelless', { data: { type: 'modelless' } }),
    ).rejects.toThrow('The resource "modelless" needs a model for create: declare one with model.')
  })
})
