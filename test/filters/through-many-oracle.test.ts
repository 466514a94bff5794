import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dice } from '../support/dice.js'
import { chance } from '../support/chance.js'
import { databases, type OpenDatabase, type TypesClient } from '../support/databases.js'
import { people } from '../support/people.js'
import { idsOf } from '../support/read/answers.js'
import { serve, type Served } from '../support/serve.js'
import { prismaAdapter } from '../support/facts.js'
import { narrowed } from '../support/scopes.js'

type Type = 'users' | 'teams' | 'memberships' | 'nodes' | 'notes'
type Row = { readonly id: number } & Readonly<Record<string, unknown>>

const WORDS = ['alpha', 'beta', 'gamma', 'alphabet', 'delta']
const die = dice(20_260_102)
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1)

const nodes = numbers(14).map((id): Row => ({
  id,
  name: die.of(WORDS),
  position: die.below(6) - 1,
  parentId: id === 1 || die.below(4) === 0 ? null : 1 + die.below(id - 1),
}))
const users = numbers(7).map((id): Row => ({ id, name: die.of(WORDS), email: `${id}@example.org` }))
const teams = numbers(6).map((id): Row => ({ id, name: `${die.of(WORDS)} ${id}` }))
const memberships = users
  .flatMap((user) =>
    teams.filter(() => die.below(3) === 0).map((team) => ({ userId: user.id, teamId: team.id })),
  )
  .map((pair, index): Row => ({ id: index + 1, role: die.of(['owner', 'member', 'secret']), ...pair }))
const notes = numbers(16).map((id): Row => ({
  id,
  body: die.of(WORDS),
  ownerType: die.of(['User', 'Team', 'Planet']),
  ownerId: 1 + die.below(7),
}))
const ROWS: Readonly<Record<Type, readonly Row[]>> = { users, teams, memberships, nodes, notes }

/**
 * Returns whether a row is visible: nodes are hidden by their base, memberships and notes by default filters.
 */
const isVisible = (type: Type, row: Row): boolean => {
  if (type === 'nodes') return Number(row['position']) >= 0
  if (type === 'memberships') return row['role'] !== 'secret'
  return type !== 'notes' || row['body'] !== 'delta'
}

interface Relation {
  readonly type: Type
  readonly many: boolean
  readonly rows: (row: Row) => readonly Row[]
}

const relation = (type: Type, many: boolean, holds: (row: Row, related: Row) => boolean): Relation => ({
  type,
  many,
  rows: (row) => ROWS[type].filter((related) => isVisible(type, related) && holds(row, related)),
})
const noted = (ownerType: string): Relation =>
  relation('notes', true, (row, note) => note['ownerType'] === ownerType && note['ownerId'] === row.id)
/** A join row is not a record, so no default filter hides it. */
const joined = (own: string, other: string) => (row: Row, related: Row) =>
  memberships.some((membership) => membership[own] === row.id && membership[other] === related.id)

const RELATIONS: Readonly<Record<Type, Readonly<Record<string, Relation>>>> = {
  users: {
    memberships: relation('memberships', true, (row, { userId }) => userId === row.id),
    teams: relation('teams', true, joined('userId', 'teamId')),
    notes: noted('User'),
  },
  teams: {
    memberships: relation('memberships', true, (row, { teamId }) => teamId === row.id),
    users: relation('users', true, joined('teamId', 'userId')),
    notes: noted('Team'),
  },
  memberships: {
    user: relation('users', false, ({ userId }, row) => userId === row.id),
    team: relation('teams', false, ({ teamId }, row) => teamId === row.id),
  },
  nodes: {
    parent: relation('nodes', false, ({ parentId }, row) => parentId === row.id),
    children: relation('nodes', true, (row, { parentId }) => parentId === row.id),
  },
  notes: {},
}

const COLUMNS: Readonly<Record<Type, readonly string[]>> = {
  users: ['name'],
  teams: ['name'],
  memberships: ['role'],
  nodes: ['name', 'position', 'parentId'],
  notes: ['body', 'ownerType'],
}

/** A foreign key that is not an attribute is null if it refers to a hidden record. */
const valueOf = (type: Type, row: Row, column: string): unknown =>
  column === 'parentId' && RELATIONS[type]['parent']?.rows(row).length === 0 ? null : row[column]

interface Comparison {
  readonly path: readonly string[]
  readonly column: string
  readonly operator: string
  readonly values: readonly (string | number | null)[]
}
type Tree = Comparison | { readonly group: 'and' | 'or' | 'not'; readonly members: readonly Tree[] }

/** Implements rule 3.9 literally. */
function holds(tree: Tree, type: Type, row: Row): boolean {
  if ('group' in tree) {
    if (tree.group === 'not') return !tree.members.every((member) => holds(member, type, row))
    const one = (member: Tree): boolean => holds(member, type, row)
    return tree.group === 'and' ? tree.members.every(one) : tree.members.some(one)
  }
  const [name, ...rest] = tree.path
  const first = name === undefined ? undefined : RELATIONS[type][name]
  if (first?.many) {
    return first.rows(row).some((related) => holds({ ...tree, path: rest }, first.type, related))
  }
  const isNegated = tree.operator.startsWith('not_')
  if (!first) {
    const value = valueOf(type, row, tree.column)
    const found = tree.values.some((given) => passes(tree.operator.replace('not_', ''), value, given))
    return isNegated ? !found : found
  }
  const [related] = first.rows(row)
  if (related) return holds({ ...tree, path: rest }, first.type, related)
  // An empty to-one relationship is in the complement of a comparison, but matches no condition on to-many
  // relationships after it.
  return isNegated && !leadsToMany(first.type, rest)
}

function leadsToMany(type: Type, [name, ...rest]: readonly string[]): boolean {
  const next = name === undefined ? undefined : RELATIONS[type][name]
  return next !== undefined && (next.many || leadsToMany(next.type, rest))
}

function passes(operator: string, value: unknown, given: string | number | null): boolean {
  if (value === null || given === null) return operator === 'eq' && value === given
  if (operator === 'eq') return value === given
  if (operator === 'gt') return Number(value) > Number(given)
  return operator === 'contains'
    ? String(value).includes(String(given))
    : String(value).startsWith(String(given))
}

const TYPES = ['users', 'teams', 'memberships', 'nodes'] as const

function paths(type: Type, depth: number): readonly (readonly string[])[] {
  if (depth === 0) return [[]]
  return [
    [],
    ...Object.entries(RELATIONS[type]).flatMap(([name, { type: next }]) =>
      paths(next, depth - 1).map((path) => [name, ...path]),
    ),
  ]
}

const endOf = (type: Type, path: readonly string[]): Type =>
  path.reduce<Type>((current, name) => RELATIONS[current][name]?.type ?? current, type)

function comparisons(type: Type): fc.Arbitrary<Comparison> {
  return fc.constantFrom(...paths(type, 3)).chain((path) => {
    const end = endOf(type, path)
    return fc.constantFrom(...COLUMNS[end]).chain((column) => {
      const isText = column !== 'position' && column !== 'parentId'
      const operators = isText ? ['eq', 'contains', 'prefix'] : ['eq', 'gt']
      const known = ROWS[end].map((row) => row[column] as string | number).filter((value) => value !== null)
      const some: fc.Arbitrary<string | number | null> = isText
        ? fc.constantFrom(...known, 'alph', 'a')
        : fc.constantFrom<(string | number)[]>(...known)
      return fc.record({
        path: fc.constant(path),
        column: fc.constant(column),
        operator: fc.constantFrom(...operators.flatMap((operator) => [operator, `not_${operator}`])),
        values:
          column === 'parentId'
            ? fc.oneof(fc.array(some, { maxLength: 2 }), fc.constant([null]))
            : fc.array(some, { maxLength: 2 }),
      })
    })
  })
}

function trees(type: Type, depth = 2): fc.Arbitrary<Tree> {
  if (depth === 0) return comparisons(type)
  const below = fc.array(trees(type, depth - 1), { minLength: 1, maxLength: 2 })
  return fc.oneof(
    { weight: 3, arbitrary: comparisons(type) },
    fc.record({ group: fc.constantFrom('and' as const, 'or' as const), members: below }),
    fc.record({ group: fc.constant('not' as const), members: fc.tuple(trees(type, depth - 1)) }),
  )
}

/** A tree as parameters, each within the group `name`. */
function parametersOf(tree: Tree, name: string): readonly string[] {
  if (!('group' in tree)) {
    const filter = [...tree.path, tree.column].join('.')
    return [`${name}[${filter}][${tree.operator}]=${tree.values.map(String).join(',')}`]
  }
  return tree.members.flatMap((member, index) =>
    parametersOf(member, tree.group === 'not' ? `${name}[not]` : `${name}[${tree.group}][${index}]`),
  )
}

let opened: readonly OpenDatabase<TypesClient>[]
let stores: readonly { readonly name: string; readonly api: Served }[]

beforeAll(async () => {
  opened = await Promise.all(databases.map(({ openTypes }) => openTypes()))
  for (const { prisma } of opened) {
    await prisma.user.createMany({ data: users as never })
    await prisma.team.createMany({ data: teams as never })
    await prisma.membership.createMany({ data: memberships as never })
    await prisma.note.createMany({ data: notes as never })
    for (const data of nodes) await prisma.node.create({ data: data as never })
  }
  stores = opened.map(({ name, prisma }) => {
    const resources = people(prismaAdapter(prisma))
    for (const type of TYPES) {
      for (const path of paths(type, 3)) {
        for (const column of COLUMNS[endOf(type, path)]) {
          const filter = [...path, column].join('.')
          resources[type].allowFilter(filter, column === 'parentId' ? { type: 'integer?' } : {})
        }
      }
    }
    const { baseScope } = resources.nodes.prototype
    resources.nodes.prototype.baseScope = function seen(context?: unknown) {
      return narrowed(baseScope.call(this, context), { position: { gte: 0 } })
    }
    resources.memberships.defaultFilter('shown', (scope: unknown) =>
      narrowed(scope, { NOT: { role: 'secret' } }),
    )
    resources.notes.defaultFilter('body', { not_eq: 'delta' })
    return { name, api: serve(resources.all) }
  })
})
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()))
})

test('filters/through-many (3.9): random paths and groups find the records that the rule selects, on every database', async () => {
  const asked = fc.constantFrom(...TYPES).chain((type) => trees(type).map((tree) => ({ type, tree })))
  await fc.assert(
    fc.asyncProperty(asked, async ({ type, tree }) => {
      const path = `/${type}?${parametersOf(tree, 'filter[and][0]').join('&')}`
      const expected = ROWS[type]
        .filter((row) => isVisible(type, row) && holds(tree, type, row))
        .map(({ id }) => id)
      for (const { name, api } of stores) {
        expect({ name, path, ids: idsOf(await api.get(path)) }).toEqual({ name, path, ids: expected })
      }
    }),
    chance(50),
  )
}, 3_600_000)
