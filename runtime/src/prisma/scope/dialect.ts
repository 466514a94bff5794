import type { AdapterRelation } from '../../adapter/condition.js'
import { type Datamodel, isRequired } from '../../datamodel/datamodel.js'
import { storedRelations } from '../../facts/stored-relations.js'
import { LIKE_ESCAPE } from '../driver/like-escape.js'

/** The differences between stores that Prisma does not hide. */
export interface Dialect {
  /** The model of the condition's records. */
  readonly model: string
  readonly datamodel: Datamodel
  /**
   * Whether `mode: 'insensitive'` exists: then prefix, suffix and contains use it. The other stores ignore case anyway.
   */
  readonly insensitiveMode: boolean
  /** The escape character of LIKE, which makes `%` and `_` in a value literal; undefined if there is none. */
  readonly likeEscape: string | undefined
  /** Whether a decimal is sent as a string, which MySQL compares as a double in a list, and limits. */
  readonly decimalsAreTexts: boolean
  /** Whether decimals are stored as doubles: a decimal that is not a double lies between two of them. */
  readonly decimalsAreDoubles: boolean
  /**
   * Whether the column at the end of to-one relations is known to be never null: Prisma refuses to compare it with
   * null.
   */
  readonly cannotBeNull: (model: string, through: readonly string[], column: string) => boolean
  /** The relations of a to-many relationship, after to-one relations: the first is to-many, the others are to-one. */
  readonly relationsOf: (
    model: string,
    through: readonly string[],
    relation: AdapterRelation,
  ) => readonly string[]
}

/**
 * How many values of keys a query may have: SQLite allows 999 values, SQL Server 2,098, and filters need some of them.
 */
export const maxKeysOf = (provider: string): number =>
  provider === 'sqlite' ? 750 : provider === 'sqlserver' ? 1500 : 10_000

/** The differences of a store. */
export function dialectOf(datamodel: Datamodel): Omit<Dialect, 'model'> {
  const { provider = '' } = datamodel
  return {
    datamodel,
    insensitiveMode: /^(?:postgres|cockroach)/.test(provider),
    likeEscape: likeEscapeOf(provider),
    decimalsAreTexts: provider === 'mysql',
    decimalsAreDoubles: provider === 'sqlite',
    cannotBeNull: (model, through, column) => isRequired(datamodel, model, through, column),
    relationsOf: (model, through, relation) => storedRelations(datamodel, model, relation, through) ?? [],
  }
}

function likeEscapeOf(provider: string): string | undefined {
  if (provider === 'sqlserver') return undefined
  return provider === 'sqlite' ? LIKE_ESCAPE : '\\'
}
