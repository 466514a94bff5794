import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compareContracts } from '../../src/contract-diff/compare-contracts.js'
import { RULES } from '../../src/contract-diff/rules.js'
import { type BlogClient, type OpenDatabase, sqlite } from '../support/databases.js'
import { judge } from './oracle/judge.js'
import { NOT_REPLAYED } from './oracle/not-replayed.js'
import { OFFER, type OfferedResource } from './oracle/offer.js'
import { offered } from './oracle/served.js'

type Resource = 'notes' | 'people' | 'replies' | 'labels' | 'profiles' | 'writers'

/** A schema change that a rule calls breaking, and the requests that show it. */
interface Target {
  readonly rule: string
  /** Matches the requests that show the change: method, path and body. */
  readonly asked: RegExp
  readonly change: (resources: Readonly<Record<Resource, OfferedResource>>) => void
}

const TARGETS: readonly Target[] = [
  {
    rule: 'resource-removed',
    asked: /^GET \/writers$/,
    change: (all) => Reflect.deleteProperty(all, 'writers'),
  },
  {
    rule: 'client-ids-narrowed',
    asked: /^POST \/labels /,
    change: ({ labels }) => (labels.clientIds = 'forbidden'),
  },
  {
    rule: 'action-closed',
    asked: /^DELETE \/labels/,
    change: ({ labels }) => (labels.actions.destroy = false),
  },
  {
    rule: 'action-guarded',
    asked: /^GET \/labels\/1$/,
    change: ({ labels }) => (labels.actions.show = 'isEditor'),
  },
  {
    rule: 'attribute-removed',
    asked: /fields\[notes\]/,
    change({ notes }) {
      delete notes.attributes['rating']
      delete notes.filters['rating']
      delete notes.stats['rating']
    },
  },
  {
    rule: 'attribute-guarded',
    asked: /^GET \/notes\/1$/,
    change: ({ notes }) => set(notes, 'made', { readable: 'isEditor' }),
  },
  { rule: 'attribute-nullable', asked: /^GET \/people\/1$/, change: () => {} },
  {
    rule: 'attribute-type-changed',
    asked: /^GET \/notes\/1$/,
    change: ({ notes }) => set(notes, 'made', { type: 'date' }),
  },
  {
    rule: 'input-removed',
    asked: /^PATCH \/notes\/1 .*rating/,
    change: ({ notes }) => set(notes, 'rating', { writable: false }),
  },
  {
    rule: 'input-guarded',
    asked: /^PATCH \/notes\/1 .*rating/,
    change: ({ notes }) => set(notes, 'rating', { writable: 'isEditor' }),
  },
  {
    rule: 'input-required',
    asked: /^POST \/notes /,
    change: ({ notes }) => set(notes, 'views', { default: undefined }),
  },
  {
    rule: 'input-narrowed',
    asked: /^PATCH \/notes\/1 .*views/,
    change: ({ notes }) => set(notes, 'views', { maximum: 10 }),
  },
  {
    rule: 'relationship-removed',
    asked: /^GET \/people\/1\/profile$/,
    change: ({ people }) => delete people.sideloads['profile'],
  },
  {
    rule: 'relationship-guarded',
    asked: /^GET \/people\/1\/profile$/,
    change: ({ people }) => link(people, 'profile', { readable: 'isEditor' }),
  },
  {
    rule: 'relationship-cardinality-changed',
    asked: /^GET \/people\/1\/relationships\/profile$/,
    change: ({ people }) => link(people, 'profile', { kind: 'hasMany' }),
  },
  {
    rule: 'relationship-target-removed',
    asked: /^GET \/profiles\/1\/author$/,
    change: ({ profiles }) => link(profiles, 'author', { resource: 'writers' }),
  },
  {
    rule: 'relationship-nullable',
    asked: /^GET \/replies\/1\/post$/,
    change: ({ notes }) => (notes.defaultFilters = { views: { gt: 15 } }),
  },
  {
    rule: 'linkage-narrowed',
    asked: /^GET \/replies\/1$/,
    change: ({ replies }) => link(replies, 'author', { linkage: 'included' }),
  },
  {
    rule: 'extra-field-removed',
    asked: /extra_fields\[notes\]/,
    change: ({ notes }) => delete notes.extraFields['words'],
  },
  {
    rule: 'filter-removed',
    asked: /^GET \/notes\?.*filter\[rating\]/,
    change: ({ notes }) => delete notes.filters['rating'],
  },
  {
    rule: 'filter-guarded',
    asked: /^GET \/notes\?.*filter\[rating\]/,
    change: ({ notes }) => filter(notes, 'rating', { if: 'isEditor' }),
  },
  {
    rule: 'filter-operator-removed',
    asked: /^GET \/notes\?.*filter\[rating\]\[gt\]/,
    change: ({ notes }) => filter(notes, 'rating', { operators: ['eq'] }),
  },
  {
    rule: 'filter-required',
    asked: /^GET \/labels$/,
    change: ({ labels }) => filter(labels, 'name', { required: true }),
  },
  {
    rule: 'default-filter-added',
    asked: /^GET \/notes$/,
    change: ({ notes }) => (notes.defaultFilters = { views: { gt: 15 } }),
  },
  {
    rule: 'destroy-restricted',
    asked: /^DELETE \/people/,
    change: ({ people }) => link(people, 'profile', { dependent: 'restrict' }),
  },
  {
    rule: 'sort-removed',
    asked: /^GET \/notes\?sort/,
    change: ({ notes }) => set(notes, 'rating', { sortable: false }),
  },
  {
    rule: 'sort-guarded',
    asked: /^GET \/notes\?sort/,
    change: ({ notes }) => set(notes, 'rating', { sortable: 'isEditor' }),
  },
  {
    rule: 'stat-removed',
    asked: /^GET \/notes\?.*stats\[rating\]/,
    change: ({ notes }) => delete notes.stats['rating'],
  },
  {
    rule: 'stat-guarded',
    asked: /^GET \/notes\?.*stats\[rating\]/,
    change: ({ notes }) => set(notes, 'rating', { readable: 'isEditor' }),
  },
  {
    rule: 'include-removed',
    asked: /^GET \/replies\?include/,
    change: ({ replies }) => (replies.sideloadWhitelist = { index: [], show: ['author', 'parent', 'post'] }),
  },
  {
    rule: 'page-style-changed',
    asked: /^GET \/notes\?page\[size\]=0$/,
    change: ({ notes }) => (notes.page.style = 'cursor'),
  },
  { rule: 'page-max-shrank', asked: /^GET \/notes\?page/, change: ({ notes }) => (notes.page.max = 50) },
]

const set = ({ attributes }: OfferedResource, name: string, change: object): void =>
  void (attributes[name] = JSON.parse(JSON.stringify({ ...attributes[name], ...change })))

const link = ({ sideloads }: OfferedResource, name: string, change: object): void =>
  void Object.assign(sideloads[name] ?? {}, change)

const filter = ({ filters }: OfferedResource, name: string, change: object): void =>
  void Object.assign(filters[name] ?? {}, change)

describe('contract-diff/targeted (28.2): a client of the old contract notices every breaking rule', () => {
  const stores: OpenDatabase<BlogClient>[] = []
  let folder = ''
  beforeAll(async () => {
    stores.push(await sqlite.open(), await sqlite.open())
    folder = await mkdtemp(join(tmpdir(), 'jsonapi-gen-oracle-'))
  })
  afterAll(async () => {
    for (const store of stores) await store.close()
    await rm(folder, { recursive: true })
  })

  test('every breaking rule is demonstrated, or has a documented reason why it cannot be', () => {
    const breaking = Object.entries(RULES).flatMap(([rule, level]) => (level === 'breaking' ? [rule] : []))
    expect(
      [...new Set([...TARGETS.map(({ rule }) => rule), ...Object.keys(NOT_REPLAYED)])].toSorted(),
    ).toEqual(breaking.toSorted())
  })

  test.each(TARGETS)(
    'a client of the old contract notices a change under the rule $rule',
    async ({ rule, asked, change }) => {
      const [one, other] = stores.map(({ prisma }) => prisma)
      if (!one || !other) throw new Error('There are two stores.')
      const [before, after] = [structuredClone(OFFER), structuredClone(OFFER)]
      // The attribute that becomes nullable must not be nullable before.
      if (rule === 'attribute-nullable') {
        set(before.resources['people'] as OfferedResource, 'bio', { type: 'string' })
      }
      change(after.resources as Readonly<Record<Resource, OfferedResource>>)
      const [base, head] = [await offered(before, folder), await offered(after, folder)]
      if (!base || !head) throw new Error('Both are schemas.')
      const found = compareContracts(base.contract, head.contract).map((each) => each.rule)
      const isAsked = ({
        method,
        path,
        body,
      }: {
        readonly method: string
        readonly path: string
        readonly body?: object
      }) => asked.test(`${method} ${decodeURIComponent(path)}${body ? ` ${JSON.stringify(body)}` : ''}`)
      const { missed } = await judge(base, head, [one, other], isAsked)
      expect([found.includes(rule as never), missed]).toEqual([true, expect.any(String)])
    },
  )
})
