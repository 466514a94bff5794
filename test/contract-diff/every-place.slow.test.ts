import { readdirSync, readFileSync } from 'node:fs'
import { KINDS } from '@jsonapi-gen/runtime/vocabulary'
import { describe, expect, test } from 'vitest'
import type { Contract } from 'jsonapi-gen'
import { openApiOf } from '../../openapi/src/openapi-of.js'
import { at } from '../../scripts/lib/paths.js'
import { compareContracts } from '../../src/contract-diff/compare-contracts.js'
import { changesOf } from '../../src/contract-diff/find-causes.js'
import { withFingerprints } from '../../src/contract-diff/fingerprints.js'
import { oneIn } from '../support/sample.js'
import { membersOf, OPTIONAL_MEMBERS } from './support/members.js'
import { rareContract } from './support/rare.js'

type Json = Record<string, unknown>

/** A contract that differs in one place. */
interface Mutation {
  readonly place: string
  readonly contract: Contract
  /** Whether the contract lacks a member. In that case, adding the member back is also a change. */
  readonly isLess: boolean
}

const contractIn = (path: string): Contract => JSON.parse(readFileSync(at(path), 'utf8')) as Contract

const fixtures = readdirSync(at('test/fixtures/generator/valid'))

/** Contracts that together contain every optional member of the format. */
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
 * Contracts that each differ in one place: a value is replaced by another one of its type, or a list's member
 * or an optional member is omitted.
 */
function mutationsOf(contract: Contract): readonly Mutation[] {
  const found: Mutation[] = []
  const visit = (value: object, keys: readonly string[]): void => {
    for (const [key, member] of Object.entries(value)) {
      // Digests identify the file, and are not part of its content.
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

/**
 * Returns whether a member names a scope that limits access, which is never missing. An action's scope may be missing.
 */
const isScopeName = (path: readonly string[]): boolean => path.at(-1) === 'scope' && path.at(-4) === 'scopes'

/** The names of optional members. A resource's own member with such a name is omitted too. */
const OPTIONAL: ReadonlySet<string> = new Set(OPTIONAL_MEMBERS.map((each) => each.split('.')[1] ?? ''))

function othersOf(value: unknown): readonly unknown[] {
  if (typeof value === 'boolean') return value ? [false, ['isSomebody']] : [true]
  if (typeof value === 'number') return [value + 1, value - 1]
  if (typeof value !== 'string') return []
  const words = WORDS.find((all) => all.includes(value))
  return words ? words.filter((word) => word !== value) : [`${value}x`]
}

/**
 * Returns whether a place permits only the word that it contains: a relationship can be written either only
 * on create or always.
 */
const isOnlyWord = (path: readonly string[]): boolean =>
  path.at(-1) === 'writeOn' && path.at(-3) === 'relationships'

/** Words that can replace each other in a contract. No other words are valid in their places. */
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
  return {
    place: path.join('.'),
    // A copy of a large contract takes time, and only a sample of its places is compared.
    get contract() {
      const changed = structuredClone(contract)
      let of = changed as unknown as Json
      for (const key of path.slice(0, -1)) of = of[key] as Json
      change(of)
      return changed
    },
    isLess,
  }
}

/**
 * The document of a contract, without its examples; undefined if the contract is invalid, for example because
 * a type does not exist.
 */
function documentOf(contract: Contract): string | undefined {
  try {
    return JSON.stringify(openApiOf(contract), (key, value: unknown) =>
      /^examples?$/.test(key) ? undefined : value,
    )
  } catch {
    return undefined
  }
}

/** Returns whether a change affects only text that people read and no client depends on. */
const isTold = ({ place }: Mutation): boolean => place.endsWith('.description')

/** If a contract has more places, only a sample of them is tested. */
const MANY = 500

/** Cases that no contract contains: a key whose value is a list or null. */
const NOWHERE = ['ValueContract.list', 'ValueContract.nullable']

describe('contract-diff/every-place (28.2)', () => {
  test('every optional member of the contract format occurs in a changed contract', () => {
    const found = new Set([...CONTRACTS.values()].flatMap((contract) => [...membersOf(contract)]))
    expect(OPTIONAL_MEMBERS.filter((member) => !found.has(member))).toEqual(NOWHERE)
  })

  test.each([...CONTRACTS])(
    '`diff` reports no changes to %s only if its OpenAPI document is unchanged',
    (_, base) => {
      const before = documentOf(base)
      const all = mutationsOf(base).filter((each) => !isTold(each))
      const mutations = all.length > MANY ? oneIn(8, all) : all
      const silent = mutations.filter(
        ({ contract, isLess }) =>
          compareContracts(base, contract).length === 0 ||
          (isLess && compareContracts(contract, base).length === 0),
      )
      // Documents are created only for these few silent changes.
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
