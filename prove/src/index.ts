/** The entry that `prove.ts` imports: `@jsonapi-gen/prove`. */
export {
  defineProof,
  type HeaderViewers,
  type LocalsViewers,
  type OpenedApi,
  type Proof,
  type ProofOptions,
  type ProvedDatabase,
  type ProvedRow,
  type RequestViewer,
} from './proof.js'
