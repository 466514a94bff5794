import { pascalCase } from '../name/words.js'
import type { ResourceSchema, Schema } from '../schema/schema.js'
import type { ImportedName } from './file.js'
import { storedRecord } from './store-file.js'

/** Names that a generated file uses itself. A Prisma model of the same name is imported under a different one. */
const OWN_NAMES: ReadonlySet<string> = new Set([
  'ApplicationController',
  'ApplicationResource',
  'Bytes',
  'CustomFilter',
  'Database',
  'Date',
  'Decimal',
  'DefaultScopes',
  'ExtraFieldsOf',
  'FieldsOf',
  'Filter',
  'FiltersOf',
  'IncludeOf',
  'Json',
  'KyselyScope',
  'NullAdapter',
  'PageOf',
  'Prisma',
  'PrismaScope',
  'Promise',
  'Record',
  'SortOf',
  'StatsOf',
  'ToMany',
  'ToOne',
])

/** The names that a generated file uses for imports and declarations. */
export interface Names {
  /** `Post` */
  readonly stem: string
  /** `PostShape` */
  readonly shape: string
  /** `PostQuery` */
  readonly query: string
  /** `PostResourceBase` */
  readonly base: string
  /** `PostResource` */
  readonly resource: string
  /** `PostRecord`: the type of one record. */
  readonly record: string
  /** `PostScope`: the type that filters, sorts and pages are chained onto. */
  readonly scope: string
  /**
   * `Post`, or `Filter as FilterModel`: from the Prisma Client, or from `store.gen.ts`. Undefined if no store has the
   * record.
   */
  readonly stored: ImportedName | undefined
}

/** Whether a generated file already uses a name for its own purposes, or for the shape of a different resource. */
export function isOwnName(name: string, names: Names): boolean {
  return isReserved(name, names) || name === names.resource || name === localName(names.stored)
}

/** The name that an imported record has in the file. */
export const localName = (stored: ImportedName | undefined): string | undefined =>
  stored?.alias ?? stored?.name

// Shapes, records and scopes of related resources are imported.
function isReserved(name: string, { base, query }: Pick<Names, 'base' | 'query'>): boolean {
  return (
    OWN_NAMES.has(name) || name === base || name === query || /(Shape|Record|Scope|ExtraFields)$/.test(name)
  )
}

/** The name of a scope's type: `PostScope`, unless the generated code already uses this name. */
export function scopeName({ stem }: Pick<Names, 'stem'>): string {
  const name = `${stem}Scope`
  return OWN_NAMES.has(name) ? `${stem}RecordsScope` : name
}

/** The name of an action's input: `PostPublishInput`. */
export const inputName = ({ stem }: Pick<Names, 'stem'>, action: string): string =>
  `${stem}${pascalCase(action)}Input`

/** The name of the extra fields that one method computes for all records: `PostExtraFields`. */
export const extraFieldsName = ({ stem }: Pick<Names, 'stem'>): string => `${stem}ExtraFields`

/** The names in one resource's generated file. */
export function namesOf(resource: ResourceSchema, schema: Pick<Schema, 'client'>): Names {
  const { stem } = resource.names
  const names = {
    stem,
    shape: `${stem}Shape`,
    query: `${stem}Query`,
    base: `${stem}ResourceBase`,
    resource: `${stem}Resource`,
    record: `${stem}Record`,
    scope: scopeName({ stem }),
  }
  const { model } = resource
  const isImported =
    resource.adapter === 'kysely' || (resource.adapter === 'prisma' && schema.client !== undefined)
  if (!isImported || model === undefined) return { ...names, stored: undefined }
  const name = resource.adapter === 'kysely' ? storedRecord(model) : model
  const local = isReserved(model, names) ? `${model}Model` : model
  return { ...names, stored: name === local ? { name } : { name, alias: local } }
}
