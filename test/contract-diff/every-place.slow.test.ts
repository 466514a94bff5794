import { readdirSync, readFileSync } from 'node:fs'
import { KINDS } from '@jsonapi-gen/runtime/vocabulary'
import { describe, expect, test } from 'vitest'
import type { Contract } from 'jsonapi-gen'
import { openApiOf } from '../../runtime/src/openapi/openapi-of.js'
import { at } from '../../scripts/lib/paths.js'
import { compareContracts } from '../../src/contract-diff/compare-contracts.js'
import { changesOf } from '../../src/contract-diff/find-causes.js'
import { withFingerprints } from '../../src/contract-diff/fingerprints.js'
import { oneIn } from '../support/sample.js'
import { membersOf, OPTIONAL_MEMBERS } from './support/members.js'
import { rareContract } from './support/rare.js'

type Json = Record<string, unknown>

/** A contract that is another one at one place. */
interface Mutation {
  readonly place: string
  readonly contract: Contract
  /** Whether it lacks a member: then the way back, which adds it, is a change of its own. */
  readonly isLess: boolean
}

const contractIn = (path: string): Contract => JSON.parse(readFileSync(at(path), 'utf8')) as Contract

const fixtures = readdirSync(at('test/fixtures/generator/valid'))

/** Contracts in which each optional member of the format stands somewhere. */
const CONTRACTS: ReadonlyMap<string, Contract> = new Map([
  ...['blog', 'saas'].map(
    (name) => [name, contractIn(`examples/${name}/src/api/generated/contract.gen.json`)] as const,
  ),
  ...fixtures.map(
    (name) =>
      [
        name,
        contractIn(`test/fixtures/generator/valid/${name}/expected/generated/contract.gen.json`),
      ] as const,
  ),
  ['rare', await rareContract()],
])

/**
 * Every value of a contract in turn, changed to another of its type; and every member of a list, and every member that may be
 * missing, in turn left out.
 */
function mutationsOf(contract: Contract): readonly Mutation[] {
  const found: Mutation[] = []
  const visit = (value: object, keys: readonly string[]): void => {
    for (const [key, member] of Object.entries(value)) {
      // Digests are of the file, and no part of what it says.
      if (key.startsWith('$')) continue
      const path = [...keys, key]
      for (const next of isOnlyWord(path) ? [] : othersOf(member)) {
        found.push(mutation(contract, path, (of) => (of[key] = next)))
      }
      if (Array.isArray(value)) {
        found.push(mutation(contract, path, (of) => (of as unknown as unknown[]).splice(Number(key), 1)))
      }
      if (OPTIONAL.has(key) && !isScopeName(path)) {
        found.push(mutation(contract, path, (of) => delete of[key], true))
      }
      if (typeof member === 'object' && member !== null) visit(member, path)
    }
  }
  visit(contract, [])
  return found
}

/** Whether a member names a scope that limits access, as each one must; the scope of an action may be missing. */
const isScopeName = (path: readonly string[]): boolean => path.at(-1) === 'scope' && path.at(-4) === 'scopes'

/** The names of members that may be missing; another member of such a name is a resource's own, and goes too. */
const OPTIONAL: ReadonlySet<string> = new Set(OPTIONAL_MEMBERS.map((each) => each.split('.')[1] ?? ''))

function othersOf(value: unknown): readonly unknown[] {
  if (typeof value === 'boolean') return value ? [false, ['isSomebody']] : [true]
  if (typeof value === 'number') return [value + 1, value - 1]
  if (typeof value !== 'string') return []
  const words = WORDS.find((all) => all.includes(value))
  return words ? words.filter((word) => word !== value) : [`${value}x`]
}

/** Whether a place has no other word than the one that stands there: a relationship is written on a create, or on both. */
const isOnlyWord = (path: readonly string[]): boolean =>
  path.at(-1) === 'writeOn' && path.at(-3) === 'relationships'

/** The words that stand for each other in a contract: it has no others in their places. */
const WORDS: readonly (readonly string[])[] = [
  ['forbidden', 'allowed', 'required'],
  ['number', 'cursor'],
  ['one', 'many'],
  ['included', 'always'],
  ['create', 'update'],
  KINDS,
]

function mutation(
  contract: Contract,
  path: readonly string[],
  change: (of: Json) => void,
  isLess = false,
): Mutation {
  const changed = structuredClone(contract)
  let of = changed as unknown as Json
  for (const key of path.slice(0, -1)) of = of[key] as Json
  change(of)
  return { place: path.join('.'), contract: changed, isLess }
}

/** The document of a contract, without its examples; undefined where it is none, such as one with a type that does not exist. */
function documentOf(contract: Contract): string | undefined {
  try {
    return JSON.stringify(openApiOf(contract), (key, value: unknown) =>
      /^examples?$/.test(key) ? undefined : value,
    )
  } catch {
    return undefined
  }
}

/** What people read, and no client depends on. */
const isTold = ({ place }: Mutation): boolean => place.endsWith('.description')

/** A contract of more places is asked about a sample of them. */
const MANY = 500

/** What no contract has: a key has no list and no null for its value. */
const NOWHERE = ['ValueContract.list', 'ValueContract.nullable']

describe('contract-diff/every-place (28.2)', () => {
  test('every optional member of the format occurs in a changed contract', () => {
    const found = new Set([...CONTRACTS.values()].flatMap((contract) => [...membersOf(contract)]))
    expect(OPTIONAL_MEMBERS.filter((member) => !found.has(member))).toEqual(NOWHERE)
  })

  test.each([...CONTRACTS])(
    'diff reports no changes to %s only if its OpenAPI document is unchanged',
    (_, base) => {
      const before = documentOf(base)
      const all = mutationsOf(base).filter((each) => !isTold(each))
      const mutations = all.length > MANY ? oneIn(8, all) : all
      const silent = mutations.filter(
        ({ contract, isLess }) =>
          compareContracts(base, contract).length === 0 ||
          (isLess && compareContracts(contract, base).length === 0),
      )
      // What it is silent about is little: only its documents have to be made.
      const missed = silent.filter(({ contract }) => {
        const after = documentOf(contract)
        return after !== undefined && after !== before
      })
      expect(missed.map(({ place }) => place)).toEqual([])
      expect(mutations.length).toBeGreaterThan(50)
    },
  )
  test.each([...CONTRACTS])(
    'changes to %s with different messages have different fingerprints (28.4)',
    (_, base) => {
      const all = mutationsOf(base)
      const told = new Map<string, Set<string>>()
      for (const { contract } of all.length > MANY ? oneIn(8, all) : all) {
        for (const pair of [
          [base, contract],
          [contract, base],
        ] as const) {
          const findings = withFingerprints(compareContracts(...pair))
          for (const { cause, effects } of changesOf(findings)) {
            const said = [cause, ...effects].map(({ place, rule, message }) => `${place} ${rule} ${message}`)
            const known = told.get(cause.fingerprint) ?? new Set()
            told.set(cause.fingerprint, known.add(said.toSorted().join('\n')))
          }
        }
      }
      expect([...told.values()].filter(({ size }) => size > 1).map((each) => [...each])).toEqual([])
    },
  )
})
