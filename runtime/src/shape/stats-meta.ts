/**
 * `meta.stats`, which maps attributes to calculations to values (rule 6.1).
 *
 * ```ts
 * const stats: StatsMeta = { total: { count: 100 }, views: { average: 412.5 } };
 * ```
 */
export type StatsMeta = Readonly<Record<string, Readonly<Record<string, unknown>>>>
