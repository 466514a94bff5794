/** `meta.stats`: attribute to calculation to value (rule 6.1). */
export type StatsMeta = Readonly<Record<string, Readonly<Record<string, unknown>>>>
