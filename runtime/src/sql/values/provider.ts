/** The name in the facts of a database for which statements can be written. */
export type Provider = 'postgresql' | 'sqlite' | 'mysql'
