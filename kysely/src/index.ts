/** The Kysely adapter of jsonapi-gen. */
export { KyselyAdapter, type KyselyAdapterOptions } from './kysely-adapter.js'
export {
  type ColumnValues,
  type CommonKyselyScope,
  type ExpressionOf,
  KyselyScope,
} from './scope/kysely-scope.js'
export type { TransactionOptions } from './store/transaction.js'
