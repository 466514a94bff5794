// The format is one of the words that the runtime reads too.
export {
  CONTRACT_VERSION,
  type ActionContract,
  type AttributeContract,
  type Contract,
  type ContractLimits,
  type ExtraFieldContract,
  type FilterContract,
  type IdContract,
  type Named,
  type PageContract,
  type RelationshipContract,
  type ResourceContract,
  type ScopeContract,
  type Source,
  type StatContract,
  type ValueContract,
} from '@jsonapi-gen/runtime/vocabulary'
