import type { ResourceClass } from '@jsonapi-gen/runtime'
import { type Column, datamodelOf, type StoreFacts } from '@jsonapi-gen/runtime/adapter'
import { castTo } from './cast.js'

/** A table, as described by the facts about the store. */
export interface Table {
  /** The model, or the join if there is no model. */
  readonly model: string
  readonly name: string
  readonly schema: string | undefined
  readonly columns: readonly TableColumn[]
  /** The columns that identify a row: the primary key, or all columns if there is none. */
  readonly key: readonly string[]
  /** The columns of each unique constraint, except the key. */
  readonly uniques: readonly (readonly string[])[]
  readonly links: readonly TableLink[]
}

/** A column, with the constraints that resources declare for its values. */
export interface TableColumn extends Column {
  readonly rules: ColumnRules
}

/** A resource's declarations about the values of a column. */
export interface ColumnRules {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  /** The values of an enum that only the schema declares. */
  readonly values?: readonly string[]
  /** Whether the values are dates without a time. */
  readonly isDay?: boolean
}

/** A reference from rows of one table to rows of another. */
export interface TableLink {
  readonly name: string
  readonly model: string
  readonly columns: readonly (readonly [own: string, target: string])[]
  readonly isNullable: boolean
  /** The effect on the row when its target is deleted. */
  readonly onDelete: string
  /** Whether the database enforces the reference. */
  readonly isChecked: boolean
  /** For a polymorphic reference: the column and the value that select this target. */
  readonly group?: { readonly column: string; readonly value: string }
}

/** The tables of the resources in a registry, and of all models that they refer to. */
export function tablesOf(resources: Iterable<ResourceClass>): {
  readonly tables: readonly Table[]
  readonly provider: string | undefined
} {
  const classes = [...resources]
  return tablesFrom([...new Set(classes.flatMap(({ config }) => config.facts ?? []))], classes)
}

/** The tables in a store's facts, with the resources' declarations about their columns. */
export function tablesFrom(
  facts: readonly StoreFacts[],
  classes: readonly ResourceClass[],
): { readonly tables: readonly Table[]; readonly provider: string | undefined } {
  const { models, provider } = datamodelOf(facts)
  const rules = rulesOf(classes)
  const tables = [...models.values()].map((model): Table => {
    const columns = [...model.columns.values()].map((column): TableColumn => ({
      ...column,
      rules: rules.get(`${model.name}.${column.name}`) ?? {},
    }))
    const [first, ...others] = model.constraints
    const key = first?.kind === 'key' ? first.columns : columns.map(({ name }) => name)
    const isNullable = (name: string): boolean =>
      model.columns.get(name)?.type.nullable === true && !key.includes(name)
    const links = [...model.relations.values()].flatMap(({ name, key: reference, model: target }) => {
      if (!reference || !models.has(target)) return []
      return linkFrom(name, target, reference, {
        isNullable: reference.columns.some(isNullable),
        onDelete: onDeleteOf(facts, model.name, name) ?? '',
        isChecked: true,
      })
    })
    return {
      model: model.name,
      name: model.table.name,
      schema: model.table.schema,
      columns,
      key,
      uniques: (first?.kind === 'key' ? others : model.constraints).map((each) => each.columns),
      links: [...links, ...softLinksOf(classes, model.name, models)],
    }
  })
  return { tables: [...tables, ...joinsOf(facts, tables)], provider }
}

function linkFrom(
  name: string,
  model: string,
  { columns, references }: { readonly columns: readonly string[]; readonly references: readonly string[] },
  rest: Pick<TableLink, 'isNullable' | 'onDelete' | 'isChecked' | 'group'>,
): TableLink {
  return {
    name,
    model,
    columns: columns.map((own, index) => [own, references[index] ?? 'id'] as const),
    ...rest,
  }
}

const onDeleteOf = (facts: readonly StoreFacts[], model: string, relation: string): string | undefined =>
  facts.map(({ models }) => models[model]?.relations?.[relation]?.onDelete).find((each) => each !== undefined)

/**
 * References that only resources declare: polymorphic references, which have no foreign keys in the database.
 */
function softLinksOf(
  classes: readonly ResourceClass[],
  model: string,
  models: ReadonlyMap<string, { readonly columns: ReadonlyMap<string, Column> }>,
): readonly TableLink[] {
  const byType = new Map(classes.map(({ config }) => [config.type, config]))
  return classes
    .filter(({ config }) => config.model === model)
    .flatMap(({ config }) =>
      [...config.sideloads.values()].flatMap((sideload) => {
        if (sideload.kind !== 'polymorphicBelongsTo') return []
        const typeColumn = config.attributes.get(sideload.groupBy)?.column ?? sideload.groupBy
        return [...sideload.groups].flatMap(([value, { resource, foreignKey, primaryKey }]) => {
          const target = typeof resource === 'string' ? byType.get(resource) : undefined
          const [own] = foreignKey
          if (!target || own === undefined) return []
          const references = primaryKey ?? target.id.key.map(({ name }) => name)
          return [
            linkFrom(
              `${sideload.name} ${value}`,
              String(target.model),
              { columns: foreignKey, references },
              {
                isNullable: models.get(model)?.columns.get(own)?.type.nullable === true,
                onDelete: 'NoAction',
                isChecked: false,
                group: { column: typeColumn, value },
              },
            ),
          ]
        })
      }),
    )
}

/** The tables of joins that have no model: Prisma names their columns A and B, in the order of the models' names. */
function joinsOf(facts: readonly StoreFacts[], tables: readonly Table[]): readonly Table[] {
  const found = new Map<string, Table>()
  for (const { models } of facts) {
    for (const [model, { relations = {} }] of Object.entries(models)) {
      for (const { join, model: target } of Object.values(relations)) {
        if (join === undefined || found.has(join)) continue
        const ends = [model, target].toSorted()
        const sides = ends.flatMap((end) => tables.find((table) => table.model === end) ?? [])
        const columns = sides.flatMap((side, index) => {
          const key = side.columns.find(({ name }) => name === side.key[0])
          if (!key) return []
          const name = index === 0 ? 'A' : 'B'
          return [
            {
              ...key,
              name,
              stored: name,
              isCounted: false,
              isFilled: false,
              generated: undefined,
              rules: {},
            },
          ]
        })
        if (columns.length !== 2) continue
        found.set(join, {
          model: join,
          name: join,
          schema: sides[0]?.schema,
          columns,
          key: ['A', 'B'],
          uniques: [],
          links: ends.map((end, index) => ({
            name: index === 0 ? 'A' : 'B',
            model: end,
            columns: [[index === 0 ? 'A' : 'B', sides[index]?.key[0] ?? 'id'] as const],
            isNullable: false,
            onDelete: 'Cascade',
            isChecked: true,
          })),
        })
      }
    }
  }
  return [...found.values()]
}

/** The rules of each column, by model and column. */
function rulesOf(classes: readonly ResourceClass[]): ReadonlyMap<string, ColumnRules> {
  const rules = new Map<string, ColumnRules>()
  for (const { config } of classes) {
    for (const { column, type, ...attribute } of config.attributes.values()) {
      const { minLength, maxLength, pattern, format, minimum, maximum } = attribute
      const given = {
        minLength,
        maxLength,
        pattern,
        format,
        minimum: numberOf(minimum),
        maximum: numberOf(maximum),
      }
      const known = Object.entries(given).filter(([, value]) => value !== undefined)
      rules.set(`${String(config.model)}.${column}`, {
        ...castTo<ColumnRules>(Object.fromEntries(known)),
        ...(type.kind === 'enum' && { values: type.values }),
        ...(type.kind === 'date' && { isDay: true }),
      })
    }
  }
  return rules
}

const numberOf = (bound: unknown): number | undefined => (bound === undefined ? undefined : Number(bound))
