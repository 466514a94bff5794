/** Vitest runs prove.ts, with the settings of this application instead of the repository's. */
export default {};
