import { readFileSync } from 'node:fs'
import { KINDS } from '@jsonapi-gen/runtime/vocabulary'
import { expect, test } from 'vitest'
import { type Contract, contractOf, loadSchema } from 'jsonapi-gen'
import { openApiOf } from '../../runtime/src/openapi/openapi-of.js'
import { at } from '../../scripts/lib/paths.js'
import { compareContracts } from '../../src/contract-diff/compare-contracts.js'

type Json = Record<string, unknown>

/** A contract that is another one at one place. */
interface Mutation {
  readonly place: string
  readonly contract: Contract
}

const contractIn = (example: string): Contract =>
  JSON.parse(readFileSync(at(`examples/${example}/src/api/generated/contract.gen.json`), 'utf8')) as Contract

/** Every value of a contract in turn, changed to another of its type; and every member of a list in turn left out. */
function mutationsOf(contract: Contract): readonly Mutation[] {
  const found: Mutation[] = []
  const visit = (value: object, keys: readonly string[]): void => {
    for (const [key, member] of Object.entries(value)) {
      // Digests are of the file, and no part of what it says.
      if (key.startsWith('$')) continue
      const path = [...keys, key]
      for (const next of othersOf(member)) found.push(mutation(contract, path, (of) => (of[key] = next)))
      if (Array.isArray(value)) {
        found.push(mutation(contract, path, (of) => (of as unknown as unknown[]).splice(Number(key), 1)))
      }
      if (typeof member === 'object' && member !== null) visit(member, path)
    }
  }
  visit(contract, [])
  return found
}

function othersOf(value: unknown): readonly unknown[] {
  if (typeof value === 'boolean') return value ? [false, ['isSomebody']] : [true]
  if (typeof value === 'number') return [value + 1, value - 1]
  if (typeof value !== 'string') return []
  const words = WORDS.find((all) => all.includes(value))
  return words ? words.filter((word) => word !== value) : [`${value}x`]
}

/** The words that stand for each other in a contract: it has no others in their places. */
const WORDS: readonly (readonly string[])[] = [
  ['forbidden', 'allowed', 'required'],
  ['number', 'cursor'],
  ['one', 'many'],
  ['included', 'always'],
  KINDS,
]

function mutation(contract: Contract, path: readonly string[], change: (of: Json) => void): Mutation {
  const changed = structuredClone(contract)
  let of = changed as unknown as Json
  for (const key of path.slice(0, -1)) of = of[key] as Json
  change(of)
  return { place: path.join('.'), contract: changed }
}

/** The document of a contract; undefined where it is none, such as one with a type that does not exist. */
function documentOf(contract: Contract): string | undefined {
  try {
    return JSON.stringify(openApiOf(contract))
  } catch {
    return undefined
  }
}

/** What people read, and no client depends on. */
const isTold = ({ place }: Mutation): boolean => place.endsWith('.description')

/** What the examples have none of: relationships of which a create has to give one. */
async function contractOfSharedKeys(): Promise<Contract> {
  const path = at('test/fixtures/generator/valid/shared-keys/schema.yaml')
  const loaded = await loadSchema(path, 'schema.yaml')
  if (!loaded.ok) throw new Error(loaded.diagnostics.map(({ message }) => message).join('\n'))
  return contractOf(loaded.schema)
}

test.each([
  ['blog', contractIn('blog')],
  ['saas', contractIn('saas')],
  ['keys that share columns', await contractOfSharedKeys()],
] as const)(
  'contract-diff/every-place (28.2): diff is silent only where the document of %s is the same',
  (_, base) => {
    const before = documentOf(base)
    const mutations = mutationsOf(base).filter((each) => !isTold(each))
    const silent = mutations.filter(({ contract }) => compareContracts(base, contract).length === 0)
    // What it is silent about is little: only its documents have to be made.
    const missed = silent.filter(({ contract }) => {
      const after = documentOf(contract)
      return after !== undefined && after !== before
    })
    expect(missed.map(({ place }) => place)).toEqual([])
    expect(mutations.length).toBeGreaterThan(100)
  },
)
