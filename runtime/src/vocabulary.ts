/**
 * The words that the runtime shares with the generator `jsonapi-gen`: operators, types, literals, suggestions. This
 * entry is for the generator: `@jsonapi-gen/runtime/vocabulary`. An application does not need it, and its names may
 * change with any version.
 */
export { type ContractDocument, contractIn } from './vocabulary/contract/contract-document.js'
export { CACHE_FLAGS, CACHE_SECONDS, exclusiveDirectives, isShared } from './vocabulary/cache-directives.js'
export { type Calculation, CALCULATIONS, isCalculable } from './vocabulary/calculations.js'
export { isComparedByPrisma } from './vocabulary/compared-by-prisma.js'
export { coerceJson } from './vocabulary/values/coerce-json.js'
export { coerceCondition } from './vocabulary/values/condition-value.js'
export { compareDecimals, isDecimal } from './vocabulary/values/decimal.js'
export { hasCursorValues } from './vocabulary/cursor-values.js'
export { parseDate } from './vocabulary/values/dates.js'
export { type DecimalDigits, digitsOfDecimal } from './vocabulary/values/decimal-digits.js'
export { ERROR_CODES } from './vocabulary/error-codes.js'
export { FORMATS, isOfFormat } from './vocabulary/values/formats.js'
export { castTo } from './base/cast.js'
export { ownOf } from './base/own.js'
export { CURSOR_PROFILE } from './vocabulary/cursor-profile.js'
export { splitFilterText } from './vocabulary/filter-value.js'
export { type Deprecable, deprecatedOf, type Deprecation, deprecationText } from './vocabulary/deprecation.js'
export { findsBy } from './vocabulary/indexes.js'
export { named, offeredValue, readersOfAttribute } from './vocabulary/contract/offered-queries.js'
export {
  type DeclaredInput,
  described,
  type OfferedResource,
  offeredResource,
  writersOf,
} from './vocabulary/contract/offered-resource.js'
export { nearest } from './vocabulary/nearest.js'
export {
  holdsKey,
  type DeclaredRelationship,
  type GuardSource,
  guardsFor,
  haveSameColumns,
  keyColumnsOf,
  type Relation,
  type Relationship,
  type Relationships,
  relationshipsFrom,
  relationshipsOver,
  relationshipsShownBy,
  sharesLink,
} from './vocabulary/relation.js'
export {
  type ComparedBy,
  comparesBy,
  defaultOperators,
  isPositive,
  opposite,
  isOperator,
  operatorWords,
  type Operator,
  OPERATORS,
} from './vocabulary/operators.js'
export {
  type AttributeType,
  ID_KINDS,
  type IdKind,
  INT32_MAX,
  isIdKind,
  isKeyKind,
  isNumeric,
  isSortable,
  KEY_KINDS,
  type KeyKind,
  type Kind,
  KINDS,
} from './vocabulary/values/type.js'
export {
  type Action,
  type ActionContract,
  type AttributeContract,
  type Contract,
  CONTRACT_VERSION,
  type ContractLimits,
  type ExtraFieldContract,
  type FilterContract,
  type IdContract,
  type InputContract,
  type Named,
  type OutputContract,
  type OwnActionContract,
  type PageContract,
  type Policy,
  type RelationshipContract,
  type ResourceContract,
  type ScopeContract,
  type Source,
  type StatContract,
  type ValueContract,
} from './vocabulary/contract/contract.js'
export { type Links, linksOf } from './vocabulary/contract/held-links.js'
export { withoutUnfilled } from './vocabulary/contract/offered-creates.js'
export { smallest, type Ways, waysThrough, waysToGive } from './vocabulary/contract/ways-to-give.js'
export { allOf, type Who } from './vocabulary/contract/who.js'
