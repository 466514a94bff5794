/** The names, as used in the facts, of the databases that statements can be written for. */
export type Provider = 'postgresql' | 'sqlite' | 'mysql'
