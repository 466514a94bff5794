import { memberOf } from '../base/cast.js'
import { isObject } from '../value/json.js'
import type { ContractDocument } from '../vocabulary/contract/contract-document.js'
import { CONTRACT_VERSION } from '../vocabulary/contract/contract.js'
import { offerOf, type OfferedApi } from './offer.js'

/**
 * Throws an Error that lists the differences between an API and its contract. Such differences come from hand-written
 * declarations. `generate --tests` writes a test that calls this function.
 *
 * ```ts
 * import contract from '../src/api/generated/contract.gen.json' with { type: 'json' };
 * test('the API offers what its contract says', () => expectContract({ registry, controllers }, contract));
 * ```
 *
 * Throws a TypeError if the contract has a different format version, which means that the generator is from a different
 * release.
 */
export function expectContract(api: OfferedApi, contract: ContractDocument): void {
  if (contract.contract !== CONTRACT_VERSION) {
    throw new TypeError(
      `The contract has format ${contract.contract}, but this runtime reads format ${CONTRACT_VERSION}: generate it again.`,
    )
  }
  const differences = differencesBetween(api, contract)
  if (differences.length === 0) return
  throw new Error(['The API and its contract differ:', ...differences.map(differenceText)].join('\n- '))
}

/** A difference between an API and its contract. */
interface ContractDifference {
  /** Its place in the contract: the type and the names of members, separated by dots. */
  readonly path: string
  /** The value in the contract; undefined if it has none. */
  readonly contract: unknown
  /** The value in the API; undefined if it has none. */
  readonly api: unknown
}

function differencesBetween(api: OfferedApi, contract: ContractDocument): readonly ContractDifference[] {
  const offers = offerOf(api)
  const keys = { contract: contract.idempotency ?? false, api: api.idempotency !== undefined }
  const isSame = !Object.hasOwn(api, 'idempotency') || keys.contract === keys.api
  const types = [...new Set([...Object.keys(contract.resources), ...offers.keys()])].toSorted()
  const found = isSame ? [] : [{ path: 'idempotency', ...keys }]
  const ofTypes = types.flatMap((type) => {
    const contracted = Object.hasOwn(contract.resources, type) ? contract.resources[type] : undefined
    return differencesAt([type], comparable(contracted), comparable(offers.get(type)))
  })
  return [...found, ...ofTypes]
}

/** A difference as a line of text. */
const differenceText = ({ path, contract, api }: ContractDifference): string =>
  `${path}: the contract says ${valueText(contract)}, but the API says ${valueText(api)}`

const valueText = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))

/** The JSON form, without the parts that only the contract has: descriptions, and which of several rules applies. */
function comparable(value: unknown): unknown {
  return value === undefined
    ? undefined
    : JSON.parse(
        JSON.stringify(value, (_, member: unknown) => (typeof member === 'bigint' ? String(member) : member)),
      )
}

/** The places below a type that only a schema has, or that it has in another form. */
const CONTRACT_ONLY: readonly RegExp[] = [
  /^(?:description|requiredAnyOf|\$digest)$/,
  /^(?:attributes|extraFields|relationships)\.\S+\.description$/,
  /^relationships\.\S+\.(?:takesNull|required|fills)$/,
  /^attributes\.\S+\.(?:own|digits)$/,
  /^actions\.\w+\.(?:from|replaces|takes)$/,
  /^ownActions\.\S+\.(?:description|from)$/,
  /^scopes\.\w+\.\d+\.scope$/,
  /^(?:inheritsScopes|public)$/,
]

function differencesAt(
  path: readonly string[],
  contract: unknown,
  api: unknown,
): readonly ContractDifference[] {
  if (isContractOnly(path, contract, api) || JSON.stringify(contract) === JSON.stringify(api)) return []
  const isWalked = isObject(contract) && isObject(api) && !isFlat(contract) && !isFlat(api)
  if (!isWalked) return [{ path: path.join('.'), contract, api }]
  const names = [...new Set([...Object.keys(contract), ...Object.keys(api)])].toSorted()
  return names.flatMap((name) =>
    differencesAt([...path, name], ownMemberOf(contract, name), ownMemberOf(api, name)),
  )
}

/** Only the names of default filters are compared, because their conditions may be code. */
function isContractOnly([, ...path]: readonly string[], contract: unknown, api: unknown): boolean {
  const place = path.join('.')
  if (path[0] === 'defaultFilters') return path.length === 2 && contract !== undefined && api !== undefined
  // Only a schema knows whether a key may be null; declarations decide whether a record may be hidden.
  if (/^relationships\.\S+\.nullable$/.test(place)) return api !== true
  // A scope has the name of its method here.
  if (/^ownActions\.[\w-]+\.scope$/.test(place)) return contract !== undefined && api !== undefined
  return CONTRACT_ONLY.some((pattern) => pattern.test(place))
}

/** A list of names counts as one value. */
const isFlat = (value: object): boolean => Array.isArray(value) && value.every((member) => !isObject(member))

const ownMemberOf = (object: object, name: string): unknown =>
  Object.hasOwn(object, name) ? memberOf(object, name) : undefined
