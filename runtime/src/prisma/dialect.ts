import type { Link } from '../adapter/condition.js'
import { type Datamodel, isRequired } from '../adapter/datamodel.js'
import { relationsOfLink } from './relations-of-link.js'
import { LIKE_ESCAPE } from './like-escape.js'

/** How the store differs where Prisma lets it show. */
export interface Dialect {
  /** The model whose records a condition is about. */
  readonly model: string
  readonly datamodel: Datamodel
  /** Whether `mode: 'insensitive'` exists, which prefix, suffix and contains then use: the other stores ignore case anyway. */
  readonly insensitiveMode: boolean
  /** The escape character of LIKE, by which `%` and `_` of a value are told from wildcards; undefined where it has none. */
  readonly likeEscape: string | undefined
  /** Whether a decimal reaches the store as a text, which MySQL compares as a double in a list, and bounds. */
  readonly decimalsAreTexts: boolean
  /** Whether a decimal is kept as a double: one that no double is lies between two of them. */
  readonly decimalsAreDoubles: boolean
  /** Whether a column, that to-one relations lead to, is known to hold no null: Prisma refuses to compare such a one with it. */
  readonly cannotBeNull: (model: string, through: readonly string[], column: string) => boolean
  /** The relations that a relationship to many is, behind to-one relations: the first leads to many, any other to one. */
  readonly relationsOf: (model: string, through: readonly string[], link: Link) => readonly string[]
}

/** How many values of keys a query takes: SQLite allows 999 values, SQL Server 2,098, and filters need some too. */
export const maxKeysOf = (provider: string): number =>
  provider === 'sqlite' ? 750 : provider === 'sqlserver' ? 1500 : 10_000

/** How a store differs. */
export function dialectOf(datamodel: Datamodel): Omit<Dialect, 'model'> {
  const { provider = '' } = datamodel
  return {
    datamodel,
    insensitiveMode: /^(?:postgres|cockroach)/.test(provider),
    likeEscape: likeEscapeOf(provider),
    decimalsAreTexts: provider === 'mysql',
    decimalsAreDoubles: provider === 'sqlite',
    cannotBeNull: (model, through, column) => isRequired(datamodel, model, through, column),
    relationsOf: (model, through, link) => relationsOfLink(datamodel, model, link, through) ?? [],
  }
}

function likeEscapeOf(provider: string): string | undefined {
  if (provider === 'sqlserver') return undefined
  return provider === 'sqlite' ? LIKE_ESCAPE : '\\'
}
