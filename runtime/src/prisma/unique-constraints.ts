import { blockOf } from './columns.js'
import { columnsOfStore, tableOf } from './datamodel.js'

/** What the stores cut the name of a constraint at. */
const LONGEST_NAMES = [63, 64]

/**
 * The fields of the unique constraint that a store names, from the text of the datamodel. The name is its own (`map`),
 * or the one that Prisma makes from the table and the columns. Undefined for one that the datamodel does not have.
 */
export function fieldsOfConstraint(
  client: object,
  model: string,
  name: string,
): readonly string[] | undefined {
  const block = blockOf(client, model)
  const table = tableOf(client, model)?.name ?? model
  const columns = columnsOfStore(client, model)
  const isNamed = ({ fields, map, suffix }: Constraint): boolean => {
    if (map !== undefined) return map === name
    const names = [table, ...fields.map((field) => columns.get(field) ?? field)]
    return defaultNames(names.join('_'), suffix).includes(name)
  }
  return constraintsIn(block).find(isNamed)?.fields
}

/** Whether a unique constraint of a model, its primary key included, is of these fields or some of them. */
export function hasUniqueAmong(client: object, model: string, names: readonly string[]): boolean {
  const constraints = constraintsIn(blockOf(client, model))
  return constraints.some(({ fields }) => fields.every((field) => names.includes(field)))
}

interface Constraint {
  readonly fields: readonly string[]
  /** What the client calls it. */
  readonly name: string | undefined
  readonly map: string | undefined
  readonly suffix: '_key' | '_pkey'
}

/** Of each line: `@unique` and `@id` of a field, `@@unique([a, b(sort: Desc)])` and `@@id` of the model. */
function constraintsIn(block: string): readonly Constraint[] {
  return block.split('\n').flatMap((line): Constraint[] => {
    const [, kind, listed, after] = /^\s*@@(unique|id)\(\s*(?:fields:\s*)?\[([^\]]*)\](.*)\)/.exec(line) ?? []
    if (kind !== undefined && listed !== undefined) {
      const fields = [...listed.matchAll(/(\w+)(?:\([^)]*\))?/g)].map(([, field = '']) => field)
      return [
        { fields, name: clientNameIn(after), map: mapped(after), suffix: kind === 'id' ? '_pkey' : '_key' },
      ]
    }
    const [, field, own, given] = /^\s*(\w+)\s.*?\s@(unique|id)\b(?:\(([^)]*)\))?/.exec(line) ?? []
    if (field === undefined || line.trimStart().startsWith('/')) return []
    return [{ fields: [field], name: undefined, map: mapped(given), suffix: own === 'id' ? '_pkey' : '_key' }]
  })
}

/** The unique constraints of a model, by the text of the datamodel. */
export const constraintsOf = (client: object, model: string): readonly Constraint[] =>
  constraintsIn(blockOf(client, model))

/** The name in the client among the arguments of an attribute. */
const clientNameIn = (given: string | undefined): string | undefined =>
  /\bname:\s*"([^"]+)"/.exec(given ?? '')?.[1]

/** The name in the store among the arguments of an attribute; `name` is that of the client. */
const mapped = (given: string | undefined): string | undefined => /\bmap:\s*"([^"]+)"/.exec(given ?? '')?.[1]

const defaultNames = (stem: string, suffix: string): readonly string[] => [
  stem + suffix,
  ...LONGEST_NAMES.map((longest) => stem.slice(0, longest - suffix.length) + suffix),
]
