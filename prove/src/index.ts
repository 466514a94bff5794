/** The entry that `prove.ts` imports: `@jsonapi-gen/prove`. */
export { defineProof, type OpenedApi, type Proof, type ProvedDatabase, type ProvedRow } from './proof.js'
