import { memberOf } from '../base/cast.js'
import { CONTRACT_VERSION } from '../vocabulary/contract.js'
import { offerOf, type OfferedApi } from './offer.js'

/**
 * The contract of an API, as `generated/contract.gen.json` has it (rule 25.1).
 *
 * ```ts
 * import contract from './generated/contract.gen.json' with { type: 'json' }
 * ```
 */
export interface ContractDocument {
  /** The version of its format. */
  readonly contract: number
  /** By JSON:API type. */
  readonly resources: Readonly<Record<string, object>>
}

/**
 * Something that an API offers otherwise than its contract says.
 *
 * ```ts
 * const found: ContractDifference = { path: 'posts.filters.title.operators', contract: ['eq'], api: ['eq', 'prefix'] }
 * ```
 */
export interface ContractDifference {
  /** Where it is in the contract: the type, and the names of members, with dots between. */
  readonly path: string
  /** What the contract says; undefined where it says nothing of it. */
  readonly contract: unknown
  /** What the API offers; undefined where it offers nothing of it. */
  readonly api: unknown
}

/**
 * Compares what the resources of an API offer, hand-written declarations included, with their contract (rule 25.2).
 *
 * Throws a TypeError for a contract in another version of the format: the generator is of another release.
 */
export function contractDifferences(
  api: OfferedApi,
  contract: ContractDocument,
): readonly ContractDifference[] {
  if (contract.contract !== CONTRACT_VERSION) {
    throw new TypeError(
      `The contract is in version ${contract.contract} of its format, and this runtime reads ${CONTRACT_VERSION}: generate it anew.`,
    )
  }
  const offers = offerOf(api)
  const types = [...new Set([...Object.keys(contract.resources), ...offers.keys()])].toSorted()
  return types.flatMap((type) => {
    const said = Object.hasOwn(contract.resources, type) ? contract.resources[type] : undefined
    return differencesAt([type], comparable(said), comparable(offers.get(type)))
  })
}

/** A difference as a line of text. */
export function differenceText({ path, contract, api }: ContractDifference): string {
  return `${path}: the contract says ${told(contract)}, the API ${told(api)}`
}

const told = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/** As JSON has it, without what only the contract says: descriptions, and who of several says something. */
function comparable(value: unknown): unknown {
  return value === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)),
      )
}

/** What only a schema knows, or has another form of, by where it stands below a type. */
const SAID_ONLY: readonly RegExp[] = [
  /^(?:description|\$digest)$/,
  /^(?:attributes|extraFields|relationships)\.\S+\.description$/,
  /^relationships\.\S+\.(?:takesNull|required|fills)$/,
  /^attributes\.\S+\.own$/,
  /^actions\.\w+\.(?:from|replaces|takes)$/,
  /^scopes\.\w+\.\d+\.scope$/,
  /^(?:inheritsScopes|public)$/,
]

function differencesAt(
  path: readonly string[],
  contract: unknown,
  api: unknown,
): readonly ContractDifference[] {
  if (isSaidOnly(path, contract, api) || JSON.stringify(contract) === JSON.stringify(api)) return []
  const isWalked = isObject(contract) && isObject(api) && !isFlat(contract) && !isFlat(api)
  if (!isWalked) return [{ path: path.join('.'), contract, api }]
  const names = [...new Set([...Object.keys(contract), ...Object.keys(api)])].toSorted()
  return names.flatMap((name) =>
    differencesAt([...path, name], toldMember(contract, name), toldMember(api, name)),
  )
}

/** Default filters are compared by their names, as what they say may be code. */
function isSaidOnly([, ...path]: readonly string[], contract: unknown, api: unknown): boolean {
  const place = path.join('.')
  if (path[0] === 'defaultFilters') return path.length === 2 && contract !== undefined && api !== undefined
  // That a key may be null only a schema knows; that a record may be hidden, declarations decide.
  if (/^relationships\.\S+\.nullable$/.test(place)) return api !== true
  return SAID_ONLY.some((pattern) => pattern.test(place))
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** A list of names is one value. */
const isFlat = (value: object): boolean => Array.isArray(value) && value.every((member) => !isObject(member))

const toldMember = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? memberOf(object, name) : undefined
