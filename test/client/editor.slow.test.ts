import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { at } from '../../scripts/lib/paths.js'
import { editedAs } from '../generator/support/editor.js'

const FILE = at('test/client/of-an-editor.ts')
const HEAD = `import type { Client, ErrorObject } from '@jsonapi-gen/client'
import type { Types } from '../../examples/blog/src/web/schema.gen.js'
import type { Types as SaasTypes } from '../../examples/saas/src/web/schema.gen.js'
declare const api: Client<Types, 'operations' | 'plain'>
declare const saas: Client<SaasTypes>
declare const error: ErrorObject
`

/** All attributes and relationships that a post accepts, except its title. */
const LONG = `body: 'x', publishedAt: null, rating: '4.5', status: 'draft', views: 3, author: { id: '1' }, tags: [{ id: '1' }],
comments: [{ create: { body: 'x', approved: true, author: { id: '1' } } }], attachments: [{ create: { url: 'x', byteSize: 1 } }]`

/** Marks the position of the cursor in the code. */
const CURSOR = '‸'

/** An editor with one file whose text changes. The compiler reads all other files only once. */
const editor = editedAs(FILE, HEAD)

/** The completions that are offered at the cursor. */
function offered(code: string): readonly string[] {
  const { position } = opened(code)
  const { entries = [] } = editor.service.getCompletionsAtPosition(FILE, position, {}) ?? {}
  // Names that are in scope anywhere are sorted after the names that belong to this position.
  return entries.filter(({ sortText }) => sortText <= '12').map(({ name }) => name)
}

/** The description of the symbol at the cursor. */
function hovered(code: string): string {
  const { position } = opened(code)
  const info = editor.service.getQuickInfoAtPosition(FILE, position)
  return ts.displayPartsToString(info?.displayParts).replaceAll(/\s+/g, ' ')
}

/** The errors in a piece of code: the text that each one marks, and its message. */
function errors(code: string): readonly (readonly [at: string, message: string])[] {
  const { text } = opened(code)
  return editor.service
    .getSemanticDiagnostics(FILE)
    .map(({ start = 0, length = 0, messageText }) => [
      text.slice(start, start + length),
      ts.flattenDiagnosticMessageText(messageText, '\n'),
    ])
}

function opened(code: string): { readonly text: string; readonly position: number } {
  const text = HEAD + code.replace(CURSOR, '')
  editor.write(text)
  return { text, position: (HEAD + code).indexOf(CURSOR) }
}

describe('client/editor (27.14): completions in an editor', () => {
  test.each<[what: string, code: string, names: readonly string[]]>([
    [
      'types in fields',
      'api.posts.list({ fields: { ‸ } })',
      ['attachments', 'authors', 'comments', 'currencies', 'posts', 'profiles', 'tags'],
    ],
    [
      'types that are not yet in fields',
      "api.posts.find('1', { fields: { posts: ['title'], ‸ } })",
      ['attachments', 'authors', 'comments', 'currencies', 'profiles', 'tags'],
    ],
    [
      'fields of a type',
      "api.tags.list({ fields: { authors: ['name', '‸'] } })",
      ['attachments', 'bio', 'comments', 'createdAt', 'email', 'name', 'posts', 'profile'],
    ],
    [
      'types in extraFields of a write',
      "api.tags.update('1', {}, { extraFields: { ‸ } })",
      ['attachments', 'authors', 'comments', 'currencies', 'posts', 'profiles', 'tags'],
    ],
    ['statistics', 'api.posts.list({ stats: { ‸ } })', ['rating', 'total', 'views']],
    ['include paths', "api.posts.list({ include: ['‸'] })", ['author', 'comments', 'tags']],
    [
      'filters of an included relationship',
      "api.posts.list({ include: 'comments', filter: { comments: { ‸ } } })",
      ['and', 'approved', 'body', 'id', 'not', 'or', 'postId'],
    ],
    ['members of a create', 'api.tags.create({ ‸ })', ['name', 'posts']],
    [
      'members of an operation',
      "api.operations([{ op: 'add', type: 'tags', data: { ‸ } }])",
      ['name', 'posts'],
    ],
  ])('the editor offers %s', (_, code, names) => {
    expect(offered(code).toSorted()).toEqual(names)
  })

  test('the editor offers the error codes', () => {
    const codes = offered("if (error.code === '‸') void 0")
    expect(codes).toContain('record_not_found')
    expect(codes).toContain('validation_error')
  })
})

describe('client/editor (27.14): hover text', () => {
  const author =
    '{ readonly id: string; readonly type: "authors"; readonly bio: string | null; readonly createdAt: Date; ' +
    'readonly email: string; readonly name: string; }'

  test.each<[what: string, code: string, told: string]>([
    [
      'a nullable to-one relationship',
      "const { data } = await api.comments.find('1', { include: 'author' })\nvoid data.au‸thor",
      `(property) author: ${author} | null`,
    ],
    [
      'a nullable to-one relationship in a list',
      "const { data } = await api.comments.list({ include: 'author' })\nfor (const { auth‸or } of data) void author",
      `const author: ${author} | null`,
    ],
    [
      'a to-one relationship that is never null',
      "const { data } = await api.posts.find('1', { include: 'author' })\nvoid data.au‸thor",
      `(property) author: ${author}`,
    ],
    [
      'a to-many relationship',
      "const { data } = await api.tags.find('1', { include: 'posts.author', fields: { posts: ['title'] } })\nvoid data.po‸sts",
      `(property) posts: readonly { readonly id: string; readonly type: "posts"; readonly title: string; readonly author: ${author}; }[]`,
    ],
    [
      'a related record',
      "const { da‸ta } = await api.comments.related('1', 'author')\nvoid data",
      `const data: ${author} | null`,
    ],
    [
      'a plain record',
      "const { data } = await api.comments.find('1', { include: 'author', fields: { comments: ['createdAt'] }, plain: true })\nvoid da‸ta",
      'const data: { readonly id: string; readonly type: "comments"; readonly createdAt: string; readonly author: Identifier<"authors"> | null; }',
    ],
    [
      'statistics',
      "const { meta } = await api.posts.list({ stats: { total: 'count', views: ['sum', 'average'] } })\nvoid meta.sta‸ts.views.sum",
      '(property) stats: StatsAnswered<Types, "posts", { readonly total: "count"; readonly views: readonly ["sum", "average"]; }>',
    ],
  ])('a hover in the editor shows the type of %s', (_, code, told) => {
    expect(hovered(code)).toBe(told)
  })
})

describe("client/editor (27.14): the compiler's error describes the mistake", () => {
  test.each<[what: string, code: string, at: string, named: string]>([
    [
      'an unknown attribute of a create',
      "void api.posts.create({ title: 'x', body: 'x', author: { id: '1' }, titel: 'x' })",
      'titel',
      'Mistake<"posts have no \\"titel\\" for a create">',
    ],
    [
      'an unknown attribute of a child',
      "void api.posts.create({ title: 'x', body: 'x', author: { id: '1' }, comments: [{ create: { body: 'x', text: 1 } }] })",
      'text',
      'Mistake<"comments have no \\"text\\" for a create">',
    ],
    [
      'an attribute that an update does not accept',
      "void api.posts.update('1', { createdAt: new Date() })",
      'createdAt',
      `'createdAt' does not exist in type 'UpdateInput<Types, "posts">'`,
    ],
    [
      'a filter on a relationship that is not included',
      'void api.posts.list({ filter: { comments: { approved: true } } })',
      'approved',
      'Mistake<"\\"comments\\" is not included: add it to include">',
    ],
    [
      'a page of a relationship that is not included',
      "void api.posts.list({ include: 'tags', page: { comments: { size: 1 } } })",
      'size',
      'Mistake<"\\"comments\\" is not included: add it to include">',
    ],
    [
      'an unknown type in fields together with a known one',
      "void api.posts.list({ fields: { posts: ['title'], articles: ['title'] } })",
      'articles',
      'Mistake<"There is no \\"articles\\"">',
    ],
    [
      'an unknown statistic together with a known one',
      "void api.posts.list({ stats: { total: 'count', title: 'count' } })",
      'title',
      'Mistake<"There is no \\"title\\"">',
    ],
    [
      'a lid that no operation adds',
      "void api.operations([{ op: 'add', type: 'tags', lid: 't1', data: { name: 'x' } }, { op: 'remove', type: 'tags', lid: 't2' }])",
      'lid',
      'Mistake<"No operation adds tags with the lid \\"t2\\"">',
    ],
    [
      'the lid of another type',
      "void api.operations([{ op: 'add', type: 'authors', lid: 'a', data: { name: 'x', email: 'x' } }, { op: 'add', type: 'posts', id: '1', relationship: 'tags', data: [{ lid: 'a' }] }])",
      'lid',
      'Mistake<"No operation adds tags with the lid \\"a\\"">',
    ],
    [
      'an unknown attribute of an operation',
      "void api.operations([{ op: 'add', type: 'tags', data: { name: 'x', nmae: 'x' } }])",
      'nmae',
      'Mistake<"tags have no \\"nmae\\" for \\"add\\"">',
    ],
    [
      'a cursor together with a page number',
      "void api.posts.list({ page: { size: 5, number: 1, after: 'x' } })",
      'number',
      'Mistake<"A page has a number or cursors, never both">',
    ],
    [
      'an attribute of a record that is only linked',
      "void api.posts.update('1', { tags: [{ id: '1', name: 'x' }] })",
      'name',
      'Mistake<"{ id } only links: write { update: { id, name } } to change the record">',
    ],
    [
      'an attribute of a record that is unlinked',
      "void api.posts.update('1', { tags: [{ disassociate: { id: '1', name: 'x' } }] })",
      'name',
      'Mistake<"\\"disassociate\\" accepts only an id, not \\"name\\"">',
    ],
    [
      'an id together with a create, below another record',
      "void api.tags.create({ name: 'x', posts: [{ create: { title: 'x', body: 'x', author: { id: '1', create: { name: 'x', email: 'x' } } } }] })",
      'id',
      'Mistake<"\\"create\\" cannot be combined with \\"id\\"">',
    ],
    [
      'an attribute together with a link of an operation',
      "void api.operations([{ op: 'update', type: 'posts', id: '1', data: { tags: [{ id: '1', name: 'x' }] } }])",
      'name',
      'Mistake<"A link has no \\"name\\": change it in a separate \\"update\\" operation">',
    ],
  ])("the compiler's error names the field: %s", (_, code, place, named) => {
    const found = errors(code)
    expect(found.map(([where]) => where)).toEqual([place])
    expect(found[0]?.[1]).toContain(named)
  })

  test.each<[what: string, code: string, missing: string]>([
    ['a member of a post', "void api.posts.create({ body: 'x', author: { id: '1' } })", 'title'],
    ['a member of an author', "void api.authors.create({ name: 'x' })", 'email'],
    ['a relationship', "void api.posts.create({ title: 'x', body: 'x' })", 'author'],
    [
      'a member of a child',
      "void api.posts.create({ title: 'x', body: 'x', author: { id: '1' }, comments: [{ create: { approved: true } }] })",
      'body',
    ],
    [
      'of a record that a to-one relationship creates',
      "void api.posts.create({ title: 'x', body: 'x', author: { create: { name: 'x' } } })",
      'email',
    ],
    [
      'a member of an invoice line',
      "void saas.lines.create({ text: 'x', price: '1', invoice: { id: '1~1' } })",
      'position',
    ],
    ['a member of a long input', `void api.posts.create({ ${LONG} })`, 'title'],
    [
      'a member of a separate input',
      "const input = { body: 'x', author: { id: '1' } }\nvoid api.posts.create(input)",
      'title',
    ],
    ['all members', 'void api.posts.create({})', 'title" | "author" | "body'],
  ])('the compiler reports a missing input member in fewer than 300 characters: %s', (_, code, missing) => {
    const found = errors(code)
    expect(found).toHaveLength(1)
    const [[, message] = ['', '']] = found
    expect(message).toMatch(
      new RegExp(
        `Property '${missing}' is missing|Lacking<"a create of \\w+", "${missing.replaceAll('|', '\\|')}">`,
      ),
    )
    expect(message.length).toBeLessThan(300)
  })

  describe('an error lists sets of relationships if a create must contain one of the sets', () => {
    const own = `import type { ToMany, ToOne } from '@jsonapi-gen/client'
import type { PostTypes } from '../../examples/blog/src/web/schema.gen.js'
interface Seats extends Omit<PostTypes, 'create'> {
  create: { note?: string } & (
    | { pair: ToOne<'posts'>; one?: ToOne<'posts'>; other?: ToOne<'posts'> }
    | { pair?: ToOne<'posts'>; one: ToOne<'posts'>; other: ToOne<'posts'> }
  )
}
interface Rooms extends Omit<PostTypes, 'create'> {
  create: { name?: string; seats?: ToMany<'seats', 'one'>; more?: ToMany<'seats'>; seat?: ToOne<'seats'> }
}
interface Own { posts: PostTypes; seats: Seats; rooms: Rooms; authors: PostTypes; comments: PostTypes; tags: PostTypes; attachments: PostTypes }
declare const own: Client<Own>
`
    test.each<[what: string, code: string, told: string]>([
      [
        'that contains part of a set',
        "void own.seats.create({ note: 'x', one: { id: '1' } })",
        'Lacking<"a create of seats", ["pair"] | ["other"]>',
      ],
      [
        'that contains no set',
        'void own.seats.create({})',
        'Lacking<"a create of seats", ["pair"] | ["one" | "other"]>',
      ],
      [
        'that contains only an attribute',
        "void own.seats.create({ note: 'x' })",
        'Lacking<"a create of seats", ["pair"] | ["one" | "other"]>',
      ],
      [
        'a member of a child',
        'void own.rooms.create({ more: [{ create: {} }] })',
        'OneOfSets<["pair"] | ["one" | "other"], ChildInput<Own, "seats", never, "seats">>',
      ],
      [
        'of a child whose parent fills part of a set',
        "void own.rooms.create({ seats: [{ create: { note: 'x' } }] })",
        'OneOfSets<["pair"] | ["other"], ChildInput<Own, "seats", "one", "seats">>',
      ],
      [
        'of a record that a to-one relationship creates',
        "void own.rooms.create({ seat: { create: { note: 'x' } } })",
        'OneOfSets<["pair"] | ["one" | "other"], ChildInput<Own, "seats", never, "seats">>',
      ],
    ])('the compiler lists the sets of relationships in an error about the input %s', (_, code, told) => {
      const found = errors(`${own}${code}`)
      expect(found).toHaveLength(1)
      expect(found[0]?.[1]).toContain(told)
    })
  })

  test('the compiler reports a value of the wrong type at its field', () => {
    expect(errors("void api.posts.create({ title: 1, body: 'x', author: { id: '1' } })")).toEqual([
      ['title', "Type 'number' is not assignable to type 'string'."],
    ])
  })
})
